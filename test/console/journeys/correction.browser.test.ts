import { expect, it } from 'vitest';
import { quizTexts } from '../../../console/src/quiz/texts.ts';
import { answering } from '../../quiz/quiz-fixtures.ts';
import { openQuizConsole, question } from '../quiz-console.ts';

const { room, visit, nextMorning, getQuiz } = await openQuizConsole();

const open = async () => {
  nextMorning();
  const { quizId: id } = await room.admin.quiz.draft.mutate();
  const page = await visit(`/quiz/${id}`);
  await question(page, 10).waitFor();
  return { id, page, before: (await getQuiz(id)).questions };
};

it('a published quiz has its results folded, and a correction changes only what was edited', async () => {
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

  const findings = page.getByRole('region', { name: quizTexts.figures.misleading });
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

  await question(page, 1).focus();

  // What is corrected is what was written, and nothing else.
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Corrigir a pergunta 2' });
  await dialog.getByText('Nenhuma tentativa muda de nota.').waitFor();
  await dialog.getByLabel('Explicação').fill(' Outra explicação ');
  await dialog.getByRole('button', { name: quizTexts.correct }).click();
  await page.getByText(quizTexts.corrected).waitFor();
  const { id: _, ...before } = quiz.questions[1] ?? {};
  expect((await getQuiz(quiz.id)).questions[1]).toMatchObject({
    ...before,
    explanation: 'Outra explicação',
  });
});

it('a correction is refused that another editor has overtaken', async () => {
  nextMorning();
  const { quizId: id } = await room.admin.quiz.draft.mutate();
  const page = await visit(`/quiz/${id}`);
  await page.getByRole('button', { name: quizTexts.decisions.publish.text }).waitFor();
  await room.admin.quiz.publish.mutate({ id });
  await page.goto(`/console/quiz/${id}`);
  await question(page, 1).getByRole('button', { name: quizTexts.correct }).click();
  const dialog = page.getByRole('dialog', { name: 'Corrigir a pergunta 1' });
  await dialog.getByText('Nenhuma tentativa muda de nota.').waitFor();
  const [first] = (await getQuiz(id)).questions;
  const change = { id, questionId: first?.id ?? '', explanation: 'De outra pessoa' };
  await room.admin.quiz.correct.mutate(change);
  await dialog.getByRole('alert').getByText('O quiz mudou.').waitFor();
  expect(await dialog.getByRole('button', { name: quizTexts.correct }).isDisabled()).toBe(true);
  expect((await getQuiz(id)).questions[0]?.explanation).toBe('De outra pessoa');
});

it('questions change their order, and keep the focus on the one that moved', async () => {
  const { id, page, before } = await open();
  await page.getByRole('button', { name: 'Descer a pergunta 1' }).click();
  await page.getByText(quizTexts.moved).waitFor();
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
});

it('a draft is saved as it was sent, and what was typed since stays unsaved', async () => {
  const { id, page, before } = await open();
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  await page.route(/quiz\.edit/, async (route) => {
    if (!route.request().postData()?.includes('dryRun')) await sent;
    await route.fallback();
  });
  const title = page.getByLabel('Título');
  await title.fill('Um');
  await page.getByRole('button', { name: quizTexts.save }).click();
  await title.fill('Dois');
  await page.keyboard.press('Control+Enter');
  resolve();
  await page.getByText(quizTexts.saved).waitFor();
  await page.getByText('Há mudanças que ainda não foram salvas.').waitFor();
  expect(await title.inputValue()).toBe('Dois');
  expect(await getQuiz(id)).toMatchObject({ title: 'Um', questions: before });
  await page.keyboard.press('Control+Enter');
  await page.getByText('Há mudanças que ainda não foram salvas.').waitFor({ state: 'detached' });
  expect((await getQuiz(id)).title).toBe('Dois');
});
