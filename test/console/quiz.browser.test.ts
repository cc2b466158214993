import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { answering } from '../quiz/quiz-fixtures.ts';
import { callsOf } from './open-console.ts';
import { openQuizConsole, question } from './quiz-console.ts';

const { room, visit, nextMorning, getQuiz } = await openQuizConsole();

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
    // The keys stop at the last question and at the first.
    for (let n = 0; n < 11; n += 1) await page.keyboard.press('j');
    expect(await isFocused(10)).toBe(true);
    for (let n = 0; n < 11; n += 1) await page.keyboard.press('k');
    expect(await isFocused(1)).toBe(true);
    expect(await page.title()).toBe(`${quiz.title} · leitor`);

    const tableOf = async (name: string) => {
      const figure = page.getByRole('figure', { name });
      await figure.getByText('Tabela').click();
      await figure.getByRole('table').waitFor();
      const rows = (await figure.getByRole('row').all()).slice(1);
      return Promise.all(rows.map((one) => one.getByRole('cell').allInnerTexts()));
    };
    const { attemptsByHour } = await room.admin.quiz.statistics.query({ id: quiz.id });
    const first = attemptsByHour.findIndex((attempts) => attempts > 0);
    expect((await tableOf('Tentativas por hora do dia'))[0]).toEqual([`${first} h`, '4']);
    const scores = await tableOf('Tentativas por número de acertos');
    expect(scores.map(([score]) => score)).toEqual(scores.map((_, n) => String(n)));
    expect(scores.filter(([, count]) => count !== '0')).toEqual([
      ['4', '2'],
      ['9', '2'],
    ]);
    await question(page, 1).focus();

    // What is corrected is what was written, and nothing else.
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'Corrigir a pergunta 2' });
    await dialog.getByText('Nenhuma tentativa muda de nota.').waitFor();
    await dialog.getByLabel('Explicação').fill(' Outra explicação ');
    await dialog.getByRole('button', { name: 'Corrigir' }).click();
    await page.getByText('Pergunta corrigida.').waitFor();
    const { id: _, ...before } = quiz.questions[1] ?? {};
    expect((await getQuiz(quiz.id)).questions[1]).toMatchObject({
      ...before,
      explanation: 'Outra explicação',
    });
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
    expect(await box(page, 2).isVisible()).toBe(true);
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
    const calls = await callsOf(page, {});
    const { revision } = await getQuiz(id);
    await question(page, 3).locator('summary').click();
    await page.getByRole('button', { name: 'Gerar de novo a pergunta 3' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Gerar de novo' }).click();
    await page.getByText('Pergunta nova.').waitFor();
    const after = (await getQuiz(id)).questions;
    const changed = after.flatMap(({ question: text }, at) =>
      text === before[at]?.question ? [] : [at],
    );
    expect(changed).toEqual([2]);
    // As it was shown: the service refuses it if another changed the draft meanwhile.
    const questionId = before[2]?.id;
    expect(calls('quiz.regenerate')).toEqual([{ id, revision, questionId }]);
    await expect.poll(() => box(page, 3).inputValue()).toBe(after[2]?.question);
  });

  it('has its order changed, and keeps the focus on the question that moved', async () => {
    const { id, page, before } = await open();
    const calls = await callsOf(page, {});
    const { revision } = await getQuiz(id);
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
    await page.getByRole('button', { name: 'Subir a pergunta 10' }).click();
    await expect
      .poll(async () => (await getQuiz(id)).questions.map((one) => one.id).slice(7))
      .toEqual([...rest.slice(5, 6), ...rest.slice(7), ...rest.slice(6, 7)]);
    const moved = calls('quiz.edit').filter((one) => JSON.stringify(one).includes('"order"'));
    expect(moved).toMatchObject([{ revision }, { revision: revision + 1 }]);
  });

  it('is saved as it was sent, and what was typed since stays unsaved', async () => {
    const { id, page, before } = await open();
    const calls = await callsOf(page, {});
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    await page.route(/quiz\.edit/, async (route) => {
      if (!route.request().postData()?.includes('dryRun')) await sent;
      await route.fallback();
    });
    const title = page.getByLabel('Título');
    await title.fill('Um');
    // What is only checked is not saved.
    const isChecked = { id, title: 'Um', questions: [], dryRun: true };
    await expect.poll(() => calls('quiz.edit')).toContainEqual(isChecked);
    expect((await getQuiz(id)).title).not.toBe('Um');
    const { revision } = await getQuiz(id);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await title.fill('Dois');
    await page.keyboard.press('Control+Enter');
    resolve();
    await page.getByText('Quiz salvo.').waitFor();
    await page.getByText('Há mudanças que ainda não foram salvas.').waitFor();
    expect(await title.inputValue()).toBe('Dois');
    expect(await getQuiz(id)).toMatchObject({ title: 'Um', questions: before });
    const saves = () => calls('quiz.edit').filter((one) => !JSON.stringify(one).includes('dryRun'));
    expect(saves()).toEqual([{ id, revision, title: 'Um', questions: [] }]);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Há mudanças que ainda não foram salvas.').waitFor({ state: 'detached' });
    // There is nothing to save.
    await page.keyboard.press('Control+Enter');
    expect(await page.getByRole('button', { name: 'Salvar' }).isDisabled()).toBe(true);
    expect([saves().length, (await getQuiz(id)).title]).toEqual([2, 'Dois']);
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
    // Another one replaces it once that was confirmed.
    const former = page.url();
    await page.getByRole('button', { name: 'Rascunho em branco' }).click();
    await page.getByRole('dialog').getByText('tudo o que foi editado nele').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Rascunho em branco' }).click();
    await expect.poll(() => page.url()).not.toBe(former);
    const id = page.url().split('/').at(-1) ?? '';
    await page.getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Rascunho excluído.').waitFor();
    await page.getByRole('button', { name: 'Gerar rascunho' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/quiz');
    await expect(getQuiz(id)).rejects.toThrow();
  });
});
