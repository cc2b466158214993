import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { answering } from '../quiz/quiz-fixtures.ts';
import { expectAccessible } from '../support/accessible.ts';
import { people } from './open-console.ts';
import { openQuizConsole, question } from './quiz-console.ts';

const { room, visit, nextMorning, getQuiz } = await openQuizConsole();

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
    expect(await page.getByRole('button', { name: 'Salvar' }).isDisabled()).toBe(true);
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
