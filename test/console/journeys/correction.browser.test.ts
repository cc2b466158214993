import { expect, it } from 'vitest';
import { quizTexts as texts } from '../../../console/src/quiz/texts.ts';
import { answering } from '../../quiz/quiz-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { button, dialog, hasFocus, keys, press } from '../parts.ts';
import { openQuizConsole, question } from '../quiz-console.ts';
import { failureTextOf } from '../texts.ts';

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
  const fifth = quiz.questions[4];
  const wrong = fifth?.options.find((text) => text !== fifth.correctAnswer) ?? '';
  // Of the others as many were right as chose the same wrong option: those do not mislead.
  for (const count of [10, 10, 4, 4]) {
    const { client } = await room.aReader();
    const answers = answering(quiz, count).map((given, at) =>
      at === 4 ? { ...given, answer: wrong } : given,
    );
    await client.submitQuiz({ body: { quizId: quiz.id, answers } });
  }
  const page = await visit(`/quiz/${quiz.id}`);
  const options = (n: number) => question(page, n).getByRole('table');
  await question(page, 10).getByText(texts.rate('50%')).waitFor();
  await question(page, 5).getByText(texts.misleadsBy('0%')).waitFor();
  expect(await page.getByRole('article').getByRole('table').count()).toBe(0);

  const findings = page.getByRole('region', { name: texts.figures.misleading });
  expect(await findings.getByRole('listitem').count()).toBe(1);
  await findings.getByRole('button', { name: texts.number(5) }).click();
  await options(5).getByText('100%').waitFor();
  expect(await hasFocus(question(page, 5))).toBe(true);
  await keys(page, 'Escape');
  await options(5).waitFor({ state: 'hidden' });
  await keys(page, 'j', 'Enter');
  await options(6).waitFor();
  await press(page, texts.toQuestion(3));
  await options(3).waitFor();
  // The keys stop at the first question.
  await keys(page, 'k', 'k', 'k');
  expect(await hasFocus(question(page, 1))).toBe(true);

  await keys(page, 'j', 'c');
  await dialog(page).getByText(texts.preview(0, 0)).waitFor();
  await dialog(page).getByLabel(texts.names.explanation).fill(' Outra explicação ');
  await press(dialog(page), texts.correct);
  await page.getByText(texts.corrected).waitFor();
  await expectAccessible(page);
  const { id: _, ...before } = quiz.questions[1] ?? {};
  const after = { ...before, explanation: 'Outra explicação' };
  expect((await getQuiz(quiz.id)).questions[1]).toMatchObject(after);

  // All four gain the question that misled.
  await press(page, texts.correctTitle(5));
  await dialog(page).getByRole('combobox', { name: texts.names.correct }).selectOption(wrong);
  await dialog(page).getByText(texts.preview(4, 0)).waitFor();
  await press(dialog(page), texts.correct);
  await findings.waitFor({ state: 'detached' });
});

it('a question is annulled, and an option mended, with what that changes for readers', async () => {
  const quiz = await room.aQuiz();
  const { client } = await room.aReader();
  await client.submitQuiz({ body: { quizId: quiz.id, answers: answering(quiz, 5) } });
  const page = await visit(`/quiz/${quiz.id}`);
  await question(page, 6).locator('summary').click();
  await press(page, texts.annulTitle(6));
  await dialog(page).getByText(texts.preview(1, 1)).waitFor();
  await press(dialog(page), texts.annul);
  await question(page, 6).getByText(texts.annulled).waitFor();
  expect(await button(page, texts.annulTitle(6)).count()).toBe(0);

  await press(page, texts.correctTitle(1));
  await dialog(page).getByText(texts.correctFinal).waitFor();
  await dialog(page).getByLabel(texts.option(2)).fill('Com acento');
  await dialog(page).getByText(texts.preview(0, 0)).waitFor();
  await press(dialog(page), texts.correct);
  await page.getByText(texts.corrected).waitFor();
  const { questions } = await getQuiz(quiz.id);
  expect(questions[5]).toMatchObject({ annulled: true });
  expect(questions[0]?.options).toEqual(quiz.questions[0]?.options.with(1, 'Com acento'));
});

it('a correction is refused that another editor has overtaken', async () => {
  const quiz = await room.aQuiz();
  const page = await visit(`/quiz/${quiz.id}`);
  await press(page, texts.correctTitle(1));
  await dialog(page).getByText(texts.preview(0, 0)).waitFor();
  const { id: questionId = '' } = (await getQuiz(quiz.id)).questions[0] ?? {};
  const change = { id: quiz.id, questionId, explanation: 'De outra pessoa' };
  await room.admin.quiz.correct.mutate(change);
  await dialog(page).getByRole('alert').getByText(failureTextOf('quiz-changed')).waitFor();
  expect(await button(dialog(page), texts.correct).isDisabled()).toBe(true);
});

it('questions change their order, and keep the focus on the one that moved', async () => {
  const { id, page, before } = await open();
  const order = async () => (await getQuiz(id)).questions.map((one) => one.id);
  await press(page, texts.down(1));
  await page.getByText(texts.moved).waitFor();
  const [first, second, ...rest] = before.map((one) => one.id);
  expect(await order()).toEqual([second, first, ...rest]);
  const moved = question(page, 2);
  await moved
    .locator('summary')
    .getByText(before[0]?.question ?? '?')
    .waitFor();
  await expect.poll(() => hasFocus(moved)).toBe(true);
  await press(page, texts.up(10));
  const [ninth, tenth] = rest.slice(-2);
  await expect.poll(async () => (await order()).slice(-2)).toEqual([tenth, ninth]);
});

it('a draft is saved as it was sent, and what was typed since stays unsaved', async () => {
  const { id, page, before } = await open();
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  await page.route(/quiz\.edit/, async (route) => {
    if (!route.request().postData()?.includes('dryRun')) await sent;
    await route.fallback();
  });
  const title = page.getByLabel(texts.names.title);
  await title.fill('Um');
  await press(page, texts.save);
  await title.fill('Dois');
  await keys(page, 'Control+Enter');
  resolve();
  await page.getByText(texts.saved).waitFor();
  await page.getByText(texts.unsaved).waitFor();
  expect(await title.inputValue()).toBe('Dois');
  expect(await getQuiz(id)).toMatchObject({ title: 'Um', questions: before });
  await keys(page, 'Control+Enter');
  await page.getByText(texts.unsaved).waitFor({ state: 'detached' });
  expect((await getQuiz(id)).title).toBe('Dois');
});
