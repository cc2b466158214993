import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { quizTexts as texts } from '../../../console/src/quiz/texts.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { people } from '../open-console.ts';
import { button, dialog, hasFocus, heading, keys, press } from '../parts.ts';
import { openQuizConsole, question } from '../quiz-console.ts';
import { shell } from '../texts.ts';

const { room, visit, nextMorning, getQuiz } = await openQuizConsole();
const { decisions } = texts;

/** Presses a key until something is so. */
const until = async (page: Page, key: string, isSo: () => Promise<boolean>) => {
  for (let pressed = 0; pressed < 20 && !(await isSo()); pressed += 1) await keys(page, key);
};

const at = (hour: number) => {
  const day = room.clock.now.toISOString().slice(0, 10);
  room.clock.now = new Date(Date.parse(`${day}T00:00:00-03:00`) + hour * 3_600_000);
};
const idOf = (page: Page) => page.url().split('/').at(-1) ?? '';
const isNoQuiz = (page: Page) => page.getByRole('alert').filter({ hasText: texts.noQuiz });

it('a quiz is drafted, edited by two editors, held and published by keyboard', async () => {
  nextMorning();
  const page = await visit('/quiz');
  await button(page, texts.generate).waitFor();
  await keys(page, 'g');
  await page.getByRole('timer').waitFor();
  const id = idOf(page);
  const draft = await getQuiz(id);

  // Each question beside its passage, which the stand-in of the model quotes in its explanation.
  const passage = page.getByRole('region', { name: texts.edition }).locator('mark[aria-current]');
  const quoted = (n: number) => /“(.*)”/.exec(draft.questions[n]?.explanation ?? '')?.[1] ?? '?';
  await keys(page, 'j');
  await passage.getByText(quoted(0)).waitFor();
  await keys(page, 'j', 'j');
  await passage.getByText(quoted(2)).waitFor();

  // Two edits, and what the gate says of them.
  await keys(page, 'k', 'Enter', 'Control+a');
  await page.keyboard.type('Em que dia é a próxima reunião?');
  const asked = question(page, 2);
  const option = asked.getByRole('textbox', { name: texts.option(1) });
  await until(page, 'Tab', () => hasFocus(option));
  await keys(page, 'Control+a');
  await page.keyboard.type('31');
  await until(page, 'Tab', () => hasFocus(asked.locator('input[type=radio]:checked')));
  const first = asked.getByRole('radio', { name: texts.right(1) });
  await until(page, 'ArrowDown', () => first.isChecked());
  await asked.getByText('A resposta certa tem um número ou nome que não está na edição.').waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await option.waitFor();
  expect(await option.inputValue()).toBe('31');

  // Somebody else edits the same text, and another one, which is taken over.
  const questions = [{ id: draft.questions[1]?.id ?? '', question: 'E a próxima reunião?' }];
  await room.admin.quiz.edit.mutate({ id, title: 'De outra pessoa', questions });
  const alert = page.getByRole('alert').filter({ hasText: texts.changed });
  await alert.getByText('E a próxima reunião?').waitFor();
  expect(await page.getByLabel(texts.names.title).inputValue()).toBe('De outra pessoa');
  expect(await button(page, texts.save).isDisabled()).toBe(true);
  await button(alert, texts.useOwn).focus();
  await keys(page, 'Enter', 'Control+Enter');
  await page.getByText(texts.saved).waitFor();
  const saved = await getQuiz(id);
  expect(saved.title).toBe('De outra pessoa');
  expect(saved.questions[1]).toMatchObject({
    question: 'Em que dia é a próxima reunião?',
    correctAnswer: '31',
  });

  await button(page, decisions.hold.text).waitFor();
  await keys(page, 'Escape', 'h');
  await dialog(page).waitFor();
  await page.keyboard.type('falta conferir');
  await keys(page, 'Enter');
  await page.getByText(texts.outlooks.held('falta conferir')).waitFor();
  await keys(page, 'p');
  await dialog(page).waitFor();
  // The focus is on the button that cancels.
  await keys(page, 'Tab', 'Enter');
  await button(page, decisions.unpublish.text).waitFor();
  expect((await getQuiz(id)).status).toBe('published');
  // The button is gone, the focus is not.
  await expect.poll(() => hasFocus(heading(page, shell.titles.quiz))).toBe(true);
});

it('a day without a quiz is said loudly with the reason, and leads to what is missing', async () => {
  nextMorning();
  at(13);
  room.model.next('nine-questions', 'nine-questions');
  await expect(room.admin.quiz.draft.mutate()).rejects.toThrow();
  const page = await visit('/operacao', people.admin);
  const missing = texts.finding('questions.9 está em branco.');
  await isNoQuiz(page).getByText(missing).waitFor();
  await isNoQuiz(page).getByRole('link', { name: texts.openDraft }).click();
  await page.getByText(texts.refused).waitFor();
  await page.getByRole('button', { name: missing }).click();
  expect(await hasFocus(question(page, 10))).toBe(true);
  expect(await button(page, decisions.publish.text).count()).toBe(0);
});

it('a draft that fails is said at once with its cause, also after a reload', async () => {
  nextMorning();
  const page = await visit('/quiz');
  await button(page, texts.generate).waitFor();
  const { editions } = room.newsletter;
  room.newsletter.next('well', 'no-web-content');
  await expect(room.admin.quiz.draft.mutate()).rejects.toThrow();
  const alert = page.getByRole('alert').filter({ hasText: texts.draftFailed });
  await alert.getByText(texts.failures['edition-empty']).waitFor();
  await alert.getByText(texts.fromEdition(editions.at(-1)?.title ?? '?')).waitFor();
  await page.reload();
  await alert.waitFor();
  expect(await alert.getByRole('link').count()).toBe(0);
  // The day that somebody held stays held for the next draft, and the dialog says so.
  const { quizId: id } = await room.admin.quiz.draft.mutate();
  await alert.waitFor({ state: 'detached' });
  await room.admin.quiz.hold.mutate({ id, reason: 'a edição muda' });
  await page.getByText(texts.outlooks.held('a edição muda')).waitFor();
  await press(page, texts.blank);
  await dialog(page).getByText(texts.dayHeld('a edição muda')).waitFor();
  await press(dialog(page), texts.blank);
  await page.waitForURL(/\/quiz\/.+/);
  expect(await getQuiz(idOf(page))).toMatchObject({ status: 'held', reason: 'a edição muda' });
});

it('the page says by itself at noon that a draft waits', async () => {
  nextMorning();
  at(11.99);
  const { quizId: id } = await room.admin.quiz.draft.mutate();
  const page = await visit('/quiz');
  await page.getByRole('timer').waitFor();
  expect(await isNoQuiz(page).count()).toBe(0);
  at(12.01);
  await page.clock.runFor(72_000);
  await isNoQuiz(page).getByText(texts.noQuizWhy.waiting).waitFor();
  await page.getByRole('timer').getByText(texts.afterNoon).waitFor();
  await room.admin.quiz.publish.mutate({ id });
  await isNoQuiz(page).waitFor({ state: 'detached' });
});

it('a blank draft names what is missing, is replaced once that is confirmed, and is deleted', async () => {
  nextMorning();
  const page = await visit('/quiz');
  await press(page, texts.blank);
  await question(page, 10).getByText(texts.blankQuestion).waitFor();
  await page.getByRole('link', { name: new RegExp(`${texts.states.draft}$`) }).waitFor();
  expect(await button(page, decisions.publish.text).count()).toBe(0);
  // Noon does not publish it.
  expect(await page.getByRole('timer').count()).toBe(0);
  const former = page.url();
  await press(page, texts.blank);
  await dialog(page).getByText(texts.overwrite).waitFor();
  await press(dialog(page), texts.blank);
  await expect.poll(() => page.url()).not.toBe(former);
  const id = idOf(page);
  await press(page, decisions.discard.text);
  await press(dialog(page), decisions.discard.text);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/console/quiz');
  await button(page, texts.generate).waitFor();
  await expect(getQuiz(id)).rejects.toThrow();
});
