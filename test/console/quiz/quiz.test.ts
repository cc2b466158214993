import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutputOf } from '../../../console/src/api/client.ts';
import {
  type Decision,
  decisionsOf,
  Outlook,
  offeredFor,
} from '../../../console/src/quiz/decisions.tsx';
import type { Quiz } from '../../../console/src/quiz/draft-fields.ts';
import Quizzes from '../../../console/src/quiz/list.tsx';
import { NoQuizToday } from '../../../console/src/quiz/no-quiz-today.tsx';
import { OpenQuiz } from '../../../console/src/quiz/open-quiz.tsx';
import QuizScreen from '../../../console/src/quiz/quiz-screen.tsx';
import { misleadingOf } from '../../../console/src/quiz/results.tsx';
import { quizTexts as texts } from '../../../console/src/quiz/texts.ts';
import { given, render, textOf } from '../render.ts';
import { clockAt } from '../samples.ts';
import { stubBrowser, stubService } from '../stub-browser.ts';
import { aQuiz } from './quiz-samples.ts';

clockAt('2026-11-26T12:00:00Z');
beforeEach(() => stubBrowser());
afterEach(() => void vi.unstubAllGlobals());

const at = (moment: string) => vi.setSystemTime(new Date(moment));

describe('a sentence of the checks', () => {
  it.each([
    ['title está vazio.', 'O título está vazio.', undefined],
    ['questions.0.options.2 está vazio.', 'A opção 3 está vazia.', 0],
    ['questions.9 está em branco.', 'Pergunta 10 está em branco.', 9],
    [
      'A resposta de questions.1 aparece na pergunta questions.2.',
      'A resposta da pergunta 2 aparece na pergunta 3.',
      1,
    ],
  ])('%s is shown with the names of the form', (sentence, shown, question) => {
    expect(texts.finding(sentence)).toBe(shown);
    expect(texts.questionOf(sentence)).toBe(question);
  });
});

describe('what a quiz allows', () => {
  it.each<[string, string, Partial<Quiz>, boolean, Decision[]]>([
    ['a draft', '12:00', {}, false, ['hold', 'discard', 'publish']],
    ['a held one', '12:00', { status: 'held' }, false, ['release', 'discard', 'publish']],
    ['a draft after noon', '15:00', {}, false, ['discard', 'publish']],
    ['a draft with findings', '14:59', { findings: ['x'] }, false, ['hold', 'discard']],
    ['a draft with unsaved changes', '12:00', {}, true, ['hold', 'discard']],
    ['a published one', '12:00', { status: 'published' }, false, ['unpublish']],
    ['one that was taken down', '12:00', { status: 'unpublished' }, false, ['publish']],
    ['a draft of another day', '12:00', { quizDate: '2026-11-25' }, false, ['discard']],
  ])('is of %s at %s: %j', (_, time, change, isChanged, decisions) => {
    at(`2026-11-26T${time}:00Z`);
    expect(offeredFor(aQuiz(change), isChanged)).toEqual(decisions);
  });
});

describe('the outlook of a quiz', () => {
  it.each<[Partial<Quiz>, string, string]>([
    [{}, '2026-11-26T12:00:00Z', texts.untilNoon(10_800)],
    [{}, '2026-11-26T14:57:59.500Z', texts.untilNoon(121)],
    [{}, '2026-11-26T15:00:00Z', texts.afterNoon],
    [{ findings: ['x'] }, '2026-11-26T12:00:00Z', ''],
    [{ status: 'held', reason: 'ler' }, '2026-11-26T12:00:00Z', texts.outlooks.held('ler')],
    [{ quizDate: '2026-11-25' }, '2026-11-26T12:00:00Z', texts.outdated],
  ])('with %j at %s is: %s', async (change, moment, text) => {
    at(moment);
    const html = await render(createElement(Outlook, { quiz: aQuiz(change) }));
    expect(textOf(html)).toBe(textOf(text));
  });
});

describe('a decision', () => {
  const leave = vi.fn(async () => undefined);
  const change = { id: 'q', revision: 4 };

  it('is sent with the revision that was shown, and with a reason if there is one', async () => {
    const calls = stubService({ 'quiz.unpublish': { dryRun: true, total: 3 } });
    const { hold, release, publish, discard, unpublish } = decisionsOf(aQuiz(), leave);
    await hold.run?.({ reason: 'falta ler' });
    await hold.run?.({ reason: '' });
    await release.run?.({});
    await publish.run?.({});
    expect(leave).not.toHaveBeenCalled();
    await discard.run?.({});
    expect(leave).toHaveBeenCalledOnce();
    await unpublish.run?.({ reason: 'erro' });
    expect(calls).toEqual([
      ['quiz.hold', { ...change, reason: 'falta ler' }],
      ['quiz.hold', change],
      ['quiz.hold', { ...change, held: false }],
      ['quiz.publish', change],
      ['quiz.discard', change],
      // Those who answered are counted first.
      ['quiz.unpublish', { ...change, reason: 'erro' }],
      ['quiz.unpublish', { ...change, reason: 'erro', expected: 3 }],
    ]);
  });

  it('makes a decision at once if nobody has answered the quiz', async () => {
    const calls = stubService({ 'quiz.unpublish': { dryRun: false, total: 0 } });
    await decisionsOf(aQuiz(), leave).unpublish.run?.({ reason: 'erro' });
    expect(calls).toHaveLength(1);
  });
});

const listed = (change: Partial<OutputOf<'quiz.list'>['items'][number]>) => ({
  id: 'q',
  quizDate: '2026-11-26',
  title: 'De hoje',
  description: '',
  editionTitle: '',
  createdAt: '2026-11-26T09:00:00Z',
  minCorrectAnswers: 7,
  attempts: null,
  passed: null,
  averageCorrect: null,
  status: 'published' as const,
  refused: false,
  ...change,
});
const list = (...items: ReturnType<typeof listed>[]) =>
  given('quiz.list', { attempts: false }, { items, nextCursor: null });

describe('a day without a quiz', () => {
  const today = (change: Partial<OutputOf<'quiz.today'>>) =>
    given(
      'quiz.today',
      {},
      {
        quizDate: '2026-11-26',
        missing: true,
        reason: 'not-generated',
        error: null,
        lastFailure: null,
        held: null,
        findings: [],
        quizId: null,
        ...change,
      },
    );

  it('says why, with three findings at most, and leads to the draft', async () => {
    const findings = [0, 1, 2, 3].map((n) => `questions.${n} está em branco.`);
    const change = { reason: 'refused', quizId: 'x', findings } as const;
    const html = await render(createElement(NoQuizToday), [today(change)]);
    expect(textOf(html)).toContain(texts.noQuizWhy.refused);
    expect(findings.map((one) => html.includes(texts.finding(one)))).toEqual([
      ...Array(3).fill(true),
      false,
    ]);
    expect(html).toContain('href="/quiz/x"');
    expect(await render(createElement(NoQuizToday), [today({ missing: false })])).toBe('');
  });

  it('says before noon why the last attempt failed, and leads to no page that is open', async () => {
    const at = '2026-11-26T11:00:00Z';
    const lastFailure = { at, reason: 'edition-too-short', edition: 'Juros' } as const;
    const known = [today({ missing: false, reason: null, lastFailure, quizId: 'x' })];
    const shown = await render(createElement(NoQuizToday), known);
    expect(textOf(shown)).toContain(texts.failures['edition-too-short']);
    expect(textOf(shown)).toContain(texts.fromEdition('Juros'));
    expect(shown).toContain('href="/quiz/x"');
    for (const quizId of ['x', null]) {
      const page = createElement(NoQuizToday, { openId: 'x' });
      const html = await render(page, [today({ lastFailure, quizId })]);
      expect(html).not.toContain('href');
    }
  });

  it('offers to make one, once, as long as none is published', async () => {
    const offers = async (items: Parameters<typeof list>, missing: boolean) => {
      const known = [today({ missing }), list(...items)];
      const text = textOf(await render(createElement(QuizScreen), known));
      return text.split(texts.generate).length - 1;
    };
    expect(await offers([], false)).toBe(1);
    expect(await offers([listed({ status: 'held' })], false)).toBe(1);
    expect(await offers([listed({ status: 'published' })], false)).toBe(0);
  });
});

it('of the quizzes today’s is open, else the latest', async () => {
  const yesterday = listed({ id: 'p', quizDate: '2026-11-25' });
  const open = async (...items: ReturnType<typeof listed>[]) =>
    /aria-current="page"[^>]*href="([^"]*)"/.exec(
      await render(createElement(Quizzes), [list(...items)]),
    )?.[1];
  expect(await open(listed({}), yesterday)).toBe('/quiz/q');
  expect(await open(yesterday)).toBe('/quiz/p');
});

it('an expired draft marks the right option of each question, and no other', async () => {
  const quiz = aQuiz({ quizDate: '2026-11-25' }, 2);
  const html = await render(createElement(OpenQuiz, { id: 'q' }), [
    given('quiz.get', { id: 'q' }, quiz),
  ]);
  expect([...html.matchAll(/✓ ([^<]*)</g)].map(([, option]) => option)).toEqual(['b0', 'b1']);
});

it('a question misleads if a wrong option was chosen more often than the right ones', () => {
  const question = (...chosen: [right: number, former: number, wrong: number]) => ({
    id: '',
    question: '',
    correctRate: 0.5,
    options: chosen.map((count, n) => ({ text: '', correct: n < 2, chosen: count })),
  });
  const questions = [question(4, 0, 4), question(1, 0, 2), question(1, 1, 2), question(1, 1, 3)];
  const found = misleadingOf({ questions } as OutputOf<'quiz.statistics'>);
  expect(found.map(texts.questionOf)).toEqual([1, 3]);
  expect(misleadingOf(undefined)).toEqual([]);
});
