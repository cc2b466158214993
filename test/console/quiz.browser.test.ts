import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { SandboxAccount } from '../../scripts/sandbox/identity-provider.ts';
import { expectAccessible } from '../accessible.ts';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';
import { openConsole, people } from './open-console.ts';

const { service: room, visit: visitAt } = await openConsole(openQuizRoom);

const dayMs = 86_400_000;
/** The next day at nine in São Paulo. */
const nextMorning = () => {
  const day = new Date(room.clock.now.getTime() + dayMs).toISOString().slice(0, 10);
  room.clock.now = new Date(`${day}T12:00:00Z`);
};

/** A page whose clock is the service's. */
const visit = (address: string, person: SandboxAccount = people.editor) =>
  visitAt(address, person, room.clock.now);

/** Counts the keys and the seconds of a morning. */
const byKeyboard = (page: Page) => {
  const started = Date.now();
  let keys = 0;
  return {
    press: async (...names: string[]) => {
      for (const name of names) {
        keys += 1;
        await page.keyboard.press(name);
      }
    },
    /** Presses a key until the focus is there, or what is there is chosen. */
    until: async (name: string, isThere: () => Promise<boolean>) => {
      for (let pressed = 0; pressed < 20 && !(await isThere()); pressed += 1) {
        keys += 1;
        await page.keyboard.press(name);
      }
    },
    type: async (text: string) => {
      keys += text.length;
      await page.keyboard.type(text);
    },
    spent: () => ({ keys, seconds: Math.round((Date.now() - started) / 100) / 10 }),
  };
};

const getQuiz = (id: string) => room.admin.quiz.get.query({ id });
const question = (page: Page, n: number) =>
  page.getByRole('article', { name: `Pergunta ${n}`, exact: true });

describe('the morning of an editor', () => {
  it('is done by the keyboard: draft, edits over those of another, hold, publish, correct, results', async () => {
    nextMorning();
    const page = await visit('/quiz');
    await page.getByRole('heading', { level: 1, name: 'Quiz' }).waitFor();
    await page.getByRole('button', { name: 'Gerar rascunho' }).waitFor();
    const hands = byKeyboard(page);
    await hands.press('g');
    await page.getByText('Rascunho gerado.').waitFor();
    await page.getByRole('timer').getByText('Sai ao meio-dia, em 2 h 59 min').waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    const draft = await getQuiz(id);

    // Each question beside its passage.
    const edition = page.getByRole('region', { name: 'Edição' });
    await hands.press('j');
    const passage = edition.locator('mark[aria-current]');
    /** The stand-in of the model quotes the passage in its explanation. */
    const quoted = (at: number) =>
      /“(.*)”/.exec(draft.questions[at]?.explanation ?? '')?.[1] ?? '?';
    await passage.getByText(quoted(0)).waitFor();
    await hands.press('j', 'j');
    await passage.getByText(quoted(2)).waitFor();

    // Two edits, and what the gate says of them.
    await hands.press('k', 'Enter', 'Control+a');
    await hands.type('Em que dia é a próxima reunião?');
    const asked = question(page, 2);
    const option = asked.getByRole('textbox', { name: 'Opção 1' });
    await hands.until('Tab', () => option.evaluate((box) => box === document.activeElement));
    await hands.press('Control+a');
    await hands.type('31');
    const chosen = asked.locator('input[type=radio]:checked');
    await hands.until('Tab', () => chosen.evaluate((box) => box === document.activeElement));
    await hands.until('ArrowDown', () =>
      asked.getByRole('radio', { name: 'A opção 1' }).isChecked(),
    );
    await asked
      .getByText('A resposta certa tem um número ou nome que não está na edição.')
      .waitFor();
    await page.getByText('Há mudanças que ainda não foram salvas.').waitFor();
    await page.reload();
    await option.waitFor();
    expect(await option.inputValue()).toBe('31');

    // Somebody else edits the same text, and others, meanwhile.
    const { id: thirdId = '', correctAnswer = '', options = [] } = draft.questions[2] ?? {};
    const last = options.findLastIndex((text) => text !== correctAnswer);
    await room.admin.quiz.edit.mutate({
      id,
      title: 'Título de outra pessoa',
      questions: [
        { id: draft.questions[1]?.id ?? '', question: 'E a próxima reunião?' },
        { id: thirdId, options: options.with(last, 'Opção de outra pessoa') },
      ],
    });
    const alert = page.getByRole('alert').filter({ hasText: 'Outra pessoa mudou este quiz' });
    await alert.getByText(`Pergunta 3: Opção ${last + 1}`).waitFor();
    await alert.getByText('E a próxima reunião?').waitFor();
    await alert.getByText('Título de outra pessoa').waitFor();
    await hands.press('Control+Enter');
    expect((await getQuiz(id)).questions[1]?.question).toBe('E a próxima reunião?');
    await alert.getByRole('button', { name: 'Ficar com o meu' }).focus();
    await hands.press('Enter', 'Control+Enter');
    await page.getByText('Quiz salvo.').waitFor();
    const saved = await getQuiz(id);
    expect(saved.title).toBe('Título de outra pessoa');
    expect(saved.questions[1]).toMatchObject({
      question: 'Em que dia é a próxima reunião?',
      correctAnswer: '31',
    });

    await page.getByRole('button', { name: 'Reter' }).waitFor();
    await hands.press('Escape', 'h');
    await page.getByRole('dialog', { name: 'Reter' }).waitFor();
    await hands.type('falta conferir');
    await hands.press('Enter');
    await page.getByText('Não sai ao meio-dia: falta conferir').waitFor();
    await hands.press('p');
    await page.getByRole('dialog', { name: 'Publicar' }).waitFor();
    // The focus is on the button that cancels.
    await hands.press('Tab', 'Enter');
    await page.getByText('Quiz publicado.').waitFor();
    const quiz = await getQuiz(id);
    expect(quiz.status).toBe('published');
    // The button is gone, the focus is not.
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole('button', { name: 'Despublicar' }).waitFor();
    await expect.poll(focused).toBe('Quiz');

    // Two readers answer as the edition says, which is no longer the right answer.
    const other = quiz.questions[1]?.options.find((text) => text !== '31') ?? '';
    for (const count of [6, 10]) {
      const { client } = await room.aReader();
      const answers = answering(quiz, count).map((given, at) =>
        at === 1 ? { ...given, answer: other } : given,
      );
      await client.submitQuiz({ body: { quizId: id, answers } });
    }
    room.clock.now = new Date(room.clock.now.getTime() + 120_000);
    await page.reload();
    const results = page.getByRole('region', { name: 'Resultados' });
    await results.getByText('Perguntas que confundem').waitFor();
    expect(await results.getByRole('definition').allTextContents()).toEqual([
      ...['2', '50%', '7', 'Pergunta 2'],
    ]);
    await question(page, 2).getByText('Confunde · 0%').waitFor();

    await hands.press('j', 'j', 'c');
    const dialog = page.getByRole('dialog', { name: 'Corrigir a pergunta 2' });
    await dialog.getByText('Nenhuma tentativa muda de nota.').waitFor();
    await dialog.getByRole('combobox', { name: 'Resposta certa' }).selectOption(other);
    await dialog.getByText('2 tentativas ganham um acerto; 1 leitor recupera o dia.').waitFor();
    await hands.press('Tab', 'Tab', 'Tab', 'Tab', 'Enter');
    await page.getByText('Pergunta corrigida.').waitFor();
    await expect
      .poll(() => results.getByRole('definition').allTextContents())
      .toEqual(['2', '100%', '8', 'Nenhuma']);
    await expect.poll(focused).toMatch(/^2Pergunta 2/);
    process.stdout.write(`an editor’s morning: ${JSON.stringify(hands.spent())}\n`);

    await hands.press('u');
    await page.getByRole('dialog', { name: 'Despublicar' }).waitFor();
    await hands.type('edição retirada');
    await hands.press('Enter');
    await page.getByText('Os leitores não veem o quiz: edição retirada').waitFor();
  });

  it('refuses to correct a question that another editor has corrected, and saves an edit although its editor has gone elsewhere', async () => {
    nextMorning();
    const page = await visit('/quiz');
    const { promise: left, resolve } = Promise.withResolvers<void>();
    await page.route(/quiz\.draft\b/, async (route) => {
      await left;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Gerar rascunho' }).click();
    await page.getByText('Gerando…').waitFor();
    await page.getByRole('link', { name: 'Tags' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    resolve();
    await page.getByText('Rascunho gerado.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/tags');

    const { items } = await room.admin.quiz.list.query();
    const id = items[0]?.id ?? '';
    await page.goto(`/console/quiz/${id}`);
    const { promise: gone, resolve: save } = Promise.withResolvers<void>();
    await page.route(/quiz\.edit/, async (route) => {
      if (!route.request().postData()?.includes('dryRun')) await gone;
      await route.continue();
    });
    await page.getByLabel('Título').fill('Salvo depois de sair');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('link', { name: 'Tags' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    save();
    await page.getByText('Quiz salvo.').waitFor();
    await page.goto(`/console/quiz/${id}`);
    await page.getByRole('button', { name: 'Publicar' }).waitFor();
    await room.admin.quiz.publish.mutate({ id });
    await page.goto(`/console/quiz/${id}`);
    await question(page, 1).getByRole('button', { name: 'Corrigir' }).click();
    const dialog = page.getByRole('dialog', { name: 'Corrigir a pergunta 1' });
    await dialog.getByText('Nenhuma tentativa muda de nota.').waitFor();
    const [first] = (await getQuiz(id)).questions;
    const change = { id, questionId: first?.id ?? '', explanation: 'De outra pessoa' };
    await room.admin.quiz.correct.mutate(change);
    await dialog.getByRole('alert').getByText('O quiz mudou.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Corrigir' }).isDisabled()).toBe(true);
    expect((await getQuiz(id)).questions[0]?.explanation).toBe('De outra pessoa');
  });

  it('is refused to agents, and has no violations that axe finds', async () => {
    const refused = await visit('/quiz', people.agent);
    await refused.getByRole('heading', { name: 'Sem acesso' }).waitFor();
    nextMorning();
    const { quizId } = await room.admin.quiz.draft.mutate();
    const page = await visit(`/quiz/${quizId}`);
    await question(page, 10).locator('summary').click();
    await expectAccessible(page);
    await room.admin.quiz.publish.mutate({ id: quizId });
    await page.reload();
    await page.getByText('Ninguém respondeu ainda.').first().waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await question(page, 10).locator('summary').click();
    await expectAccessible(page);
  });
});

describe('a published quiz', () => {
  it('has its questions folded, with how many were right, and opens what a finding or passage leads to', async () => {
    const quiz = await room.aQuiz();
    const wrong = (at: number) =>
      quiz.questions[at]?.options.find((text) => text !== quiz.questions[at]?.correctAnswer) ?? '';
    // Of the others as many were right as chose the same wrong option: those do not mislead.
    for (const count of [10, 10, 4, 4]) {
      const { client } = await room.aReader();
      const answers = answering(quiz, count).map((given, at) =>
        at === 4 ? { ...given, answer: wrong(at) } : given,
      );
      await client.submitQuiz({ body: { quizId: quiz.id, answers } });
    }
    const page = await visit(`/quiz/${quiz.id}`);
    const options = (n: number) => question(page, n).getByRole('table');
    const isFocused = (n: number) =>
      question(page, n).evaluate((one) => one === document.activeElement);
    await question(page, 10).getByText('50% de acertos').waitFor();
    await question(page, 5).getByText('Confunde · 0%').waitFor();
    expect(await page.getByRole('article').getByRole('table').count()).toBe(0);

    const findings = page.getByRole('region', { name: 'Perguntas que confundem' });
    expect(await findings.getByRole('listitem').count()).toBe(1);
    await findings.getByRole('button', { name: 'Pergunta 5 confunde' }).click();
    await options(5).getByText('100%').waitFor();
    expect(await isFocused(5)).toBe(true);
    await page.keyboard.press('Escape');
    await options(5).waitFor({ state: 'hidden' });
    await page.keyboard.press('j');
    expect(await isFocused(6)).toBe(true);
    await page.keyboard.press('Enter');
    await options(6).waitFor();
    await page.getByRole('button', { name: 'Ir para a pergunta 3' }).click();
    await options(3).waitFor();
    await question(page, 8).locator('summary').click();
    await options(8).waitFor();
  });
});

describe('a draft', () => {
  const open = async () => {
    nextMorning();
    const { quizId: id } = await room.admin.quiz.draft.mutate();
    const page = await visit(`/quiz/${id}`);
    await question(page, 10).waitFor();
    return { id, page, before: (await getQuiz(id)).questions };
  };
  const box = (page: Page, n: number) =>
    question(page, n).getByRole('textbox', { name: 'Pergunta' });

  it('has its questions folded, opens and folds them by keys, and keeps what is written', async () => {
    const { page, before } = await open();
    const row = question(page, 2).locator('summary');
    await row.getByText(before[1]?.question ?? '?', { exact: true }).waitFor();
    await row.getByText(before[1]?.correctAnswer ?? '?', { exact: true }).waitFor();
    expect(await box(page, 2).isVisible()).toBe(false);
    await row.click();
    await box(page, 2).fill('E isto fica?');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await row.getByText('E isto fica?').waitFor();
    expect(await box(page, 2).isVisible()).toBe(false);
    // What is not saved would not be published.
    expect(await page.getByRole('button', { name: 'Publicar' }).count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await box(page, 2).inputValue()).toBe('E isto fica?');
    expect(await box(page, 2).evaluate((one) => one === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 375, height: 750 });
    await page.getByRole('tab', { name: 'Perguntas' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Edição' }).waitFor();
    // The tab after the last is the first, and before the first the last.
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Perguntas' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tabpanel', { name: 'Edição' }).waitFor();
    expect(await question(page, 2).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Ir para a pergunta 3' }).click();
    expect(await box(page, 3).isVisible()).toBe(true);
  });

  it('is decided on as it was shown: a change by another closes the dialog', async () => {
    const { id, page } = await open();
    await page.getByRole('button', { name: 'Publicar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publicar' });
    await dialog.waitFor();
    await room.admin.quiz.edit.mutate({ id, title: 'De outra pessoa' });
    await dialog.waitFor({ state: 'detached' });
    expect((await getQuiz(id)).status).toBe('draft');
  });

  it('has one question written anew while the others stay', async () => {
    const { id, page, before } = await open();
    await question(page, 3).locator('summary').click();
    await page.getByRole('button', { name: 'Gerar de novo a pergunta 3' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Gerar de novo' }).click();
    await page.getByText('Pergunta nova.').waitFor();
    const after = (await getQuiz(id)).questions;
    const changed = after.flatMap(({ question: text }, at) =>
      text === before[at]?.question ? [] : [at],
    );
    expect(changed).toEqual([2]);
    await expect.poll(() => box(page, 3).inputValue()).toBe(after[2]?.question);
  });

  it('has its order changed, and keeps the focus on the question that moved', async () => {
    const { id, page, before } = await open();
    await page.getByRole('button', { name: 'Descer a pergunta 1' }).click();
    await page.getByText('Ordem salva.').waitFor();
    const [first, second, ...rest] = before.map((one) => one.id);
    expect((await getQuiz(id)).questions.map((one) => one.id)).toEqual([second, first, ...rest]);
    await question(page, 2)
      .locator('summary')
      .getByText(before[0]?.question ?? '?')
      .waitFor();
    await expect
      .poll(() => question(page, 2).evaluate((one) => one === document.activeElement))
      .toBe(true);
  });

  it('begins blank, with what is missing named, and is deleted', async () => {
    nextMorning();
    const page = await visit('/quiz');
    await page.getByRole('button', { name: 'Rascunho em branco' }).click();
    await page.getByText('Rascunho em branco criado.').waitFor();
    await question(page, 10).getByText('Pergunta em branco').waitFor();
    const missing = page.getByRole('region', { name: 'Antes de publicar' });
    await missing.getByRole('button').first().waitFor();
    expect(await page.getByRole('button', { name: 'Publicar' }).count()).toBe(0);
    // Noon does not publish it.
    expect(await page.getByRole('timer').count()).toBe(0);
    const id = page.url().split('/').at(-1) ?? '';
    await page.getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Rascunho excluído.').waitFor();
    await page.getByRole('button', { name: 'Gerar rascunho' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/quiz');
    await expect(getQuiz(id)).rejects.toThrow();
  });
});

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

  it('tells the checks from a model that is away, and names warnings before publishing', async () => {
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
      ...[dayOf(quiz.quizDate), quiz.title, '7', '100%'],
      (Math.round(10 * (ofToday?.averageCorrect ?? 0)) / 10).toLocaleString('pt-BR'),
      `${ofToday?.hardest?.question} (57%)`,
    ]);
    // The last of the thirty days is today, which is not over.
    const perDay = page.getByRole('figure', { name: 'Tentativas do quiz por dia' });
    await perDay.getByText('Tabela').click();
    const days = perDay.getByRole('row');
    expect(await days.count()).toBe(31);
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
