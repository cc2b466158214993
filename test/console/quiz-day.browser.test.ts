import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { answering } from '../quiz/quiz-fixtures.ts';
import { callsOf, people } from './open-console.ts';
import { aQuiz } from './quiz/quiz-samples.ts';
import { openQuizConsole, question } from './quiz-console.ts';

const { room, visit, nextMorning, getQuiz } = await openQuizConsole();

describe('a day without a quiz', () => {
  const at = (hour: number) => {
    const day = room.clock.now.toISOString().slice(0, 10);
    room.clock.now = new Date(Date.parse(`${day}T00:00:00-03:00`) + hour * 3_600_000);
  };

  it('is said loudly with the reason, in the operation and on the quiz, which cannot be published', async () => {
    nextMorning();
    at(13);
    room.model.next('nine-questions', 'nine-questions');
    await expect(room.admin.quiz.draft.mutate()).rejects.toThrow();
    const operation = await visit('/operacao', people.admin);
    const said = (page: Page) =>
      page.getByRole('alert').filter({ hasText: 'Hoje ainda não há quiz' });
    await said(operation).getByText('Pergunta 10 está em branco.').waitFor();
    await said(operation).getByRole('link', { name: 'Abrir o quiz de hoje' }).click();
    await operation.getByText('A conferência recusou este quiz.').waitFor();
    await operation.getByRole('button', { name: 'Pergunta 10 está em branco.' }).click();
    expect(await question(operation, 10).evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
    expect(await operation.getByRole('button', { name: 'Publicar' }).count()).toBe(0);
  });

  it('leaves whoever went elsewhere while the model writes where they are', async () => {
    nextMorning();
    const page = await visit('/quiz', people.admin);
    let answers = () => {};
    const isWritten = new Promise<void>((resolve) => {
      answers = resolve;
    });
    await page.route(/quiz\.draft/, async (route) => {
      await isWritten;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Gerar rascunho' }).click();
    await page.getByText(/^Gerando…/).waitFor();
    await page.getByRole('link', { name: 'Leitores' }).click();
    await page.getByRole('textbox', { name: 'E-mail do leitor, ou nome' }).waitFor();
    const answer = page.waitForResponse(/quiz\.draft/);
    answers();
    await (await answer).finished();
    await page.getByText('Rascunho gerado').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/leitores');
  });

  it('tells the checks from a model that is away, and names warnings before publishing', async () => {
    // Nobody answers the quiz of the day before.
    await room.aQuiz();
    nextMorning();
    const page = await visit('/quiz');
    room.model.next('down', 'down', 'down');
    await page.getByRole('button', { name: 'Gerar rascunho' }).click();
    await page.getByText('O modelo não respondeu: nenhum quiz foi escrito.').waitFor();
    room.model.next('nine-questions', 'nine-questions');
    await page.getByRole('button', { name: 'Gerar rascunho' }).click();
    await page.getByText('A conferência recusou o que o modelo escreveu.').waitFor();
    const { quizId: id } = await room.admin.quiz.draft.mutate({ overwrite: true });
    const [first] = (await getQuiz(id)).questions;
    const options = ['98765', 'b', 'c', 'd'];
    await room.admin.quiz.edit.mutate({
      id,
      questions: [{ id: first?.id ?? '', options, correctAnswer: '98765' }],
    });
    await page.goto(`/console/quiz/${id}`);
    const warning = 'A resposta certa tem um número ou nome que não está na edição.';
    const findings = page.getByRole('region', { name: 'Antes de publicar' });
    await findings.getByText(warning).waitFor();
    await page.getByRole('button', { name: 'Publicar' }).click();
    await page.getByRole('dialog', { name: 'Publicar' }).getByText(warning).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click();
    await page.getByText('Quiz publicado.').waitFor();

    // A right answer of before is told from the right one, and results come by themselves.
    await room.admin.quiz.correct.mutate({ id, questionId: first?.id ?? '', correctAnswer: 'b' });
    const quiz = await getQuiz(id);
    await question(page, 1).locator('summary').click();
    await question(page, 1).getByText('✓ b').waitFor();
    await question(page, 1).getByText('98765 (Valia antes da correção)').waitFor();
    // Both right answers together were chosen more often than a wrong one.
    for (const answer of ['98765', '98765', 'b', 'b', 'c', 'c', 'c']) {
      const { client } = await room.aReader();
      const [one, ...others] = answering(quiz, 10);
      const answers = one ? [{ ...one, answer }, ...others] : [];
      await client.submitQuiz({ body: { quizId: id, answers } });
    }
    room.clock.now = new Date(room.clock.now.getTime() + 40_000);
    await page.clock.runFor(40_000);
    const results = page.getByRole('region', { name: 'Resultados' });
    await results.getByRole('definition').first().getByText('7', { exact: true }).waitFor();
    await question(page, 1).getByRole('table', { name: '57% de acertos' }).waitFor();
    expect(await results.getByRole('definition').last().innerText()).toBe('Nenhuma');
    // What cannot be renewed says how old it is.
    await page.route(/quiz\.statistics/, (route) => route.abort());
    await page.clock.runFor(180_000);
    await page.getByText('há 3 min', { exact: true }).waitFor();
    await page.unroute(/quiz\.statistics/);

    await page.getByRole('link', { name: 'Quizzes ao longo do tempo' }).click();
    const table = page.getByRole('table', { name: 'Quizzes' });
    await table
      .getByRole('row')
      .filter({ hasText: quiz.title })
      .getByText('100%', { exact: true })
      .waitFor();
    // The latest stands first, as the service counted it.
    const trends = await room.admin.quiz.trends.query({ from: '2026-05-01', to: quiz.quizDate });
    const dates = await table
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1).map((row) => row.querySelector('td')?.textContent));
    const dayOf = (day: string) => day.split('-').slice(1).toReversed().join('/');
    expect(dates).toEqual(trends.days.map(({ quizDate }) => dayOf(quizDate)).toReversed());
    const shownOf = table.getByRole('row').filter({ hasText: quiz.title }).first();
    const ofToday = trends.days.at(-1);
    expect(await shownOf.getByRole('cell').allInnerTexts()).toEqual([
      dayOf(quiz.quizDate),
      quiz.title,
      '7',
      '100%',
      (Math.round(10 * (ofToday?.averageCorrect ?? 0)) / 10).toLocaleString('pt-BR'),
      `${ofToday?.hardest?.question} (57%)`,
    ]);
    // The last of the thirty days is today, which is not over.
    const perDay = page.getByRole('figure', { name: 'Tentativas do quiz por dia' });
    await perDay.getByText('Tabela').click();
    const days = perDay.getByRole('row');
    await expect.poll(() => days.count()).toBe(31);
    const today = dayOf(quiz.quizDate);
    expect(await days.last().getByRole('cell').allInnerTexts()).toEqual([today, '7']);
    await perDay.getByText('hoje, em curso').first().waitFor();
    // Of a quiz that nobody answered no share passed.
    const passed = page.getByRole('figure', { name: 'Aprovados por dia' });
    await passed.getByText('Tabela').click();
    const unanswered = trends.days.find(({ attempts }) => attempts === 0)?.quizDate ?? '';
    const empty = passed.getByRole('row').filter({ hasText: dayOf(unanswered) });
    expect((await empty.getByRole('cell').last().innerText()).replace('–', '')).toBe('');
  });

  it('says by itself at noon that a draft waits, and shows on a phone which quiz is open', async () => {
    nextMorning();
    at(11.99);
    const { quizId: id } = await room.admin.quiz.draft.mutate();
    const { items } = await room.admin.quiz.list.query();
    const page = await visit('/quiz');
    await page.setViewportSize({ width: 375, height: 750 });
    const alert = page.getByRole('alert').filter({ hasText: 'Hoje ainda não há quiz' });
    await page.getByRole('timer').waitFor();
    expect(await alert.count()).toBe(0);
    at(12.01);
    await page.clock.runFor(72_000);
    await alert.getByText('está pronto e não saiu. Publique agora.').waitFor();
    await page.getByRole('timer').getByText('O meio-dia passou. Publique agora.').waitFor();
    await page.goto(`/console/quiz/${items.at(-1)?.id}`);
    const open = page.getByRole('navigation', { name: 'Quizzes' }).locator('[aria-current]');
    await expect
      .poll(() => open.evaluate((link) => Math.round(link.getBoundingClientRect().right)))
      .toBeLessThanOrEqual(375);
    await room.admin.quiz.publish.mutate({ id });
    await alert.waitFor({ state: 'detached' });
  });

  it('leaves a draft of another day to be read and deleted', async () => {
    nextMorning();
    // Also one that the gate refused.
    room.model.next('nine-questions', 'nine-questions');
    await expect(room.admin.quiz.draft.mutate()).rejects.toThrow();
    const [refused] = (await room.admin.quiz.list.query()).items;
    const id = refused?.id ?? '';
    nextMorning();
    const page = await visit('/quiz');
    await page.getByRole('heading', { name: 'Quizzes ao longo do tempo' }).waitFor();
    expect(await page.getByRole('heading', { name: /^Quiz de / }).count()).toBe(0);
    await page.goto(`/console/quiz/${id}`);
    await page.getByText('não pode mais ser publicado nem mudado').waitFor();
    await page.getByRole('main').getByText('Vencido', { exact: true }).first().waitFor();
    for (const name of ['Salvar', 'Reter', 'Publicar']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    await page.getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Rascunho excluído.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/quiz');
  });
});

it('an edition is shown at the passage of the question that has the focus', async () => {
  const page = await visit('/quiz');
  const filling = Array.from({ length: 80 }, (_, n) => `Linha ${n} sem nada.`);
  const [first = '', second = ''] = ['Um mapa de 1502 apareceu.', 'Curitiba abriu um orquidário.'];
  const texts = [
    ['Que mapa?', '1502', first],
    ['Onde?', 'Curitiba', second],
  ] as const;
  const editionText = [first, ...filling, second, ...filling].join('\n');
  const quiz = aQuiz({ status: 'published', editionText });
  const questions = texts.map(([question, correctAnswer, explanation], at) => ({
    id: `p${at}`,
    position: at + 1,
    question,
    correctAnswer,
    explanation,
    formerAnswers: [],
    options: [correctAnswer, 'b', 'c', 'd'],
  }));
  await callsOf(page, { 'quiz.get': { ...quiz, questions } });
  await page.goto('/console/quiz/q');
  const edition = page.getByRole('region', { name: 'Edição' });
  /** How far below the top of the edition its passage stands, in parts of its height. */
  const placeOf = (text: string) =>
    edition.evaluate((box, wanted) => {
      const mark = [...box.querySelectorAll('mark')].find((one) => one.innerText.includes(wanted));
      const at = mark?.getBoundingClientRect().top ?? Number.NaN;
      return Math.round((10 * (at - box.getBoundingClientRect().top)) / box.clientHeight) / 10;
    }, text);
  await edition.getByText(second).waitFor();
  expect(await placeOf(second)).toBeGreaterThan(1);
  await question(page, 2).focus();
  await expect.poll(() => placeOf(second)).toBe(0.3);
  expect(await placeOf(first)).toBeLessThan(0);
  await question(page, 1).focus();
  await expect.poll(() => placeOf(first)).toBeGreaterThanOrEqual(0);
});
