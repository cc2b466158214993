import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { quizTexts } from '../../../console/src/quiz/texts.ts';
import { shell } from '../../../console/src/shell/texts.ts';
import { answering } from '../../quiz/quiz-fixtures.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { people } from '../open-console.ts';
import { openQuizConsole, question } from '../quiz-console.ts';

const { room, visit, nextMorning, getQuiz } = await openQuizConsole();

/** A person's keys. */
const byKeyboard = (page: Page) => ({
  press: async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name);
  },
  /** Presses a key until the focus is there, or what is there is chosen. */
  until: async (name: string, isThere: () => Promise<boolean>) => {
    for (let pressed = 0; pressed < 20 && !(await isThere()); pressed += 1) {
      await page.keyboard.press(name);
    }
  },
  type: (text: string) => page.keyboard.type(text),
});

const at = (hour: number) => {
  const day = room.clock.now.toISOString().slice(0, 10);
  room.clock.now = new Date(Date.parse(`${day}T00:00:00-03:00`) + hour * 3_600_000);
};

it('a quiz is drafted, edited by two editors, held, published and corrected by keyboard', async () => {
  nextMorning();
  const page = await visit('/quiz');
  await page.getByRole('heading', { level: 1, name: shell.titles.quiz }).waitFor();
  await page.getByRole('button', { name: quizTexts.generate }).waitFor();
  const hands = byKeyboard(page);
  await hands.press('g');
  await page.getByText(quizTexts.generated).waitFor();
  await page.getByRole('timer').getByText('Sai ao meio-dia, em 2 h 59 min').waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  const draft = await getQuiz(id);

  // Each question beside its passage.
  const edition = page.getByRole('region', { name: quizTexts.edition });
  await hands.press('j');
  const passage = edition.locator('mark[aria-current]');
  /** The stand-in of the model quotes the passage in its explanation. */
  const quoted = (at: number) => /“(.*)”/.exec(draft.questions[at]?.explanation ?? '')?.[1] ?? '?';
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
  await hands.until('ArrowDown', () => asked.getByRole('radio', { name: 'A opção 1' }).isChecked());
  await asked.getByText('A resposta certa tem um número ou nome que não está na edição.').waitFor();
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
  const alert = page.getByRole('alert').filter({ hasText: quizTexts.changed });
  await alert.getByText(`Pergunta 3: Opção ${last + 1}`).waitFor();
  await alert.getByText('E a próxima reunião?').waitFor();
  await alert.getByText('Título de outra pessoa').waitFor();
  expect(await page.getByRole('button', { name: quizTexts.save }).isDisabled()).toBe(true);
  await hands.press('Control+Enter');
  expect((await getQuiz(id)).questions[1]?.question).toBe('E a próxima reunião?');
  await alert.getByRole('button', { name: quizTexts.useOwn }).focus();
  await hands.press('Enter', 'Control+Enter');
  await page.getByText(quizTexts.saved).waitFor();
  const saved = await getQuiz(id);
  expect(saved.title).toBe('Título de outra pessoa');
  expect(saved.questions[1]).toMatchObject({
    question: 'Em que dia é a próxima reunião?',
    correctAnswer: '31',
  });

  await page.getByRole('button', { name: quizTexts.decisions.hold.text }).waitFor();
  await hands.press('Escape', 'h');
  await page.getByRole('dialog', { name: quizTexts.decisions.hold.text }).waitFor();
  await hands.type('falta conferir');
  await hands.press('Enter');
  await page.getByText('Não sai ao meio-dia: falta conferir').waitFor();
  await hands.press('p');
  await page.getByRole('dialog', { name: quizTexts.decisions.publish.text }).waitFor();
  // The focus is on the button that cancels.
  await hands.press('Tab', 'Enter');
  await page.getByText(quizTexts.decisions.publish.done).waitFor();
  const quiz = await getQuiz(id);
  expect(quiz.status).toBe('published');
  // The button is gone, the focus is not.
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.getByRole('button', { name: quizTexts.decisions.unpublish.text }).waitFor();
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
  const results = page.getByRole('region', { name: quizTexts.statistics });
  await results.getByText(quizTexts.figures.misleading).waitFor();
  expect(await results.getByRole('definition').allTextContents()).toEqual([
    '2',
    '50%',
    '7',
    'Pergunta 2',
  ]);
  await question(page, 2).getByText('Confunde · 0%').waitFor();

  await hands.press('j', 'j', 'c');
  const dialog = page.getByRole('dialog', { name: 'Corrigir a pergunta 2' });
  await dialog.getByText('Nenhuma tentativa muda de nota.').waitFor();
  await dialog.getByRole('combobox', { name: 'Resposta certa' }).selectOption(other);
  await dialog.getByText('2 tentativas ganham um acerto; 1 leitor recupera o dia.').waitFor();
  await hands.press('Tab', 'Tab', 'Tab', 'Tab', 'Enter');
  await page.getByText(quizTexts.corrected).waitFor();
  await expect
    .poll(() => results.getByRole('definition').allTextContents())
    .toEqual(['2', '100%', '8', 'Nenhuma']);
  await expect.poll(focused).toMatch(/^2Pergunta 2/);

  await hands.press('u');
  await page.getByRole('dialog', { name: quizTexts.decisions.unpublish.text }).waitFor();
  await hands.type('edição retirada');
  await hands.press('Enter');
  await page.getByText('Os leitores não veem o quiz: edição retirada').waitFor();
});

it('a day without a quiz is said loudly with the reason, and leads to what is missing', async () => {
  nextMorning();
  at(13);
  room.model.next('nine-questions', 'nine-questions');
  await expect(room.admin.quiz.draft.mutate()).rejects.toThrow();
  const operation = await visit('/operacao', people.admin);
  const said = (page: Page) => page.getByRole('alert').filter({ hasText: quizTexts.noQuiz });
  await said(operation).getByText('Pergunta 10 está em branco.').waitFor();
  await said(operation).getByRole('link', { name: quizTexts.openDraft }).click();
  await operation.getByText('A conferência recusou este quiz.').waitFor();
  await operation.getByRole('button', { name: 'Pergunta 10 está em branco.' }).click();
  expect(await question(operation, 10).evaluate((one) => one === document.activeElement)).toBe(
    true,
  );
  expect(
    await operation.getByRole('button', { name: quizTexts.decisions.publish.text }).count(),
  ).toBe(0);
});

it('the page says by itself at noon that a draft waits', async () => {
  nextMorning();
  at(11.99);
  const { quizId: id } = await room.admin.quiz.draft.mutate();
  const { items } = await room.admin.quiz.list.query();
  const page = await visit('/quiz');
  await page.setViewportSize({ width: 375, height: 750 });
  const alert = page.getByRole('alert').filter({ hasText: quizTexts.noQuiz });
  await page.getByRole('timer').waitFor();
  expect(await alert.count()).toBe(0);
  at(12.01);
  await page.clock.runFor(72_000);
  await alert.getByText('está pronto e não saiu. Publique agora.').waitFor();
  await page.getByRole('timer').getByText(quizTexts.afterNoon).waitFor();
  await page.goto(`/console/quiz/${items.at(-1)?.id}`);
  const open = page.getByRole('navigation', { name: quizTexts.list }).locator('[aria-current]');
  await expect
    .poll(() => open.evaluate((link) => Math.round(link.getBoundingClientRect().right)))
    .toBeLessThanOrEqual(375);
  await room.admin.quiz.publish.mutate({ id });
  await alert.waitFor({ state: 'detached' });
});

it('a blank draft names what is missing, is replaced once that is confirmed, and is deleted', async () => {
  nextMorning();
  const page = await visit('/quiz');
  await page.getByRole('button', { name: quizTexts.blank }).click();
  await page.getByText(quizTexts.blankMade).waitFor();
  await question(page, 10).getByText(quizTexts.blankQuestion).waitFor();
  const missing = page.getByRole('region', { name: quizTexts.findings });
  await missing.getByRole('button').first().waitFor();
  expect(await page.getByRole('button', { name: quizTexts.decisions.publish.text }).count()).toBe(
    0,
  );
  // Noon does not publish it.
  expect(await page.getByRole('timer').count()).toBe(0);
  // Another one replaces it once that was confirmed.
  const former = page.url();
  await page.getByRole('button', { name: quizTexts.blank }).click();
  await page.getByRole('dialog').getByText('tudo o que foi editado nele').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: quizTexts.blank }).click();
  await expect.poll(() => page.url()).not.toBe(former);
  const id = page.url().split('/').at(-1) ?? '';
  await page.getByRole('button', { name: quizTexts.decisions.discard.text }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: quizTexts.decisions.discard.text })
    .click();
  await page.getByText(quizTexts.decisions.discard.done).waitFor();
  await page.getByRole('button', { name: quizTexts.generate }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/quiz');
  await expect(getQuiz(id)).rejects.toThrow();
});

it('the quiz is refused to agents, and has no violations that axe finds', async () => {
  const refused = await visit('/quiz', people.agent);
  await refused.getByRole('heading', { name: shell.refused }).waitFor();
  nextMorning();
  const { quizId } = await room.admin.quiz.draft.mutate();
  const page = await visit(`/quiz/${quizId}`);
  await question(page, 10).locator('summary').click();
  await expectAccessible(page);
  await room.admin.quiz.publish.mutate({ id: quizId });
  await page.reload();
  await page.getByText(quizTexts.noAttempts).first().waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await question(page, 10).locator('summary').click();
  await expectAccessible(page);
});
