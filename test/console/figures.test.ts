import { afterEach, describe, expect, it, vi } from 'vitest';
import { quizTexts } from '../../console/src/quiz/texts.ts';
import {
  daysOfWeek,
  firstReply,
  perDay,
  quizzesOfWeek,
  readers,
  results,
  totals,
} from '../../console/src/reports/glance.ts';
import { changeText, isFigure } from '../../console/src/ui/figures.ts';
import { hoursText } from '../../console/src/ui/time.ts';

afterEach(() => void vi.useRealTimers());

describe('the week at a glance', () => {
  it.each([
    // A Thursday: the week so far, beside the same days before.
    ['2026-11-26T12:00:00Z', undefined, '2026-11-23', '2026-11-26', '2026-11-16', '2026-11-19'],
    // On a Monday the week that has ended, also just after midnight in São Paulo.
    ['2026-11-23T12:00:00Z', undefined, '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['2026-11-24T02:59:00Z', undefined, '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['2026-11-24T03:00:00Z', undefined, '2026-11-23', '2026-11-24', '2026-11-16', '2026-11-17'],
    ['2026-11-23T12:00:00Z', '2026-11-23', '2026-11-23', '2026-11-23', '2026-11-16', '2026-11-16'],
    ['2026-11-26T12:00:00Z', '2026-11-08', '2026-11-02', '2026-11-08', '2026-10-26', '2026-11-01'],
    // What has not come yet, or is no day, is not asked for.
    ['2026-11-26T12:00:00Z', '2026-11-30', '2026-11-23', '2026-11-26', '2026-11-16', '2026-11-19'],
    ['2026-11-26T12:00:00Z', 'ontem', '2026-11-23', '2026-11-26', '2026-11-16', '2026-11-19'],
  ])('at %s, asked for %s, has the days of one week', (now, asked, from, to, then, until) => {
    vi.useFakeTimers({ now: new Date(now) });
    expect(daysOfWeek(asked)).toEqual({ days: { from, to }, before: { from: then, to: until } });
  });
});

describe('the quizzes of the week at a glance', () => {
  const quiz = (quizDate: string, attempts: number, passed: number, averageCorrect: number) => ({
    ...{ quizDate, attempts, passed, averageCorrect },
  });
  const before = ['2026-11-16', '2026-11-18', '2026-11-19'].map((day) => quiz(day, 5, 1, 4));
  const now = [quiz('2026-11-23', 30, 15, 6), quiz('2026-11-25', 10, 9, 8)];

  it('are compared without a day that has no quiz yet', () => {
    vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z') });
    const span = daysOfWeek(undefined);
    const early = quizzesOfWeek([...before, ...now], span);
    expect(early.days).toEqual({ from: '2026-11-23', to: '2026-11-25' });
    expect(early.before).toEqual({ from: '2026-11-16', to: '2026-11-18' });
    expect(early.earlier).toEqual(before.slice(0, 2));
    expect(early.quizzes).toEqual(now);
    const late = quizzesOfWeek([...before, ...now, quiz('2026-11-26', 0, 0, 0)], span);
    expect([late.days, late.before, late.earlier]).toEqual([span.days, span.before, before]);
  });

  it('weigh by their attempts, and leave a gap where there is none', () => {
    expect(results(now)).toEqual(['Aprovados', '60%', 'média de 6,5 acertos']);
    expect(results([quiz('2026-11-23', 0, 0, 0)])).toEqual(['Aprovados', '–', 'ninguém respondeu']);
    expect(results(undefined)).toEqual(['Aprovados', '…', '…']);
    expect(perDay(now, '2026-11-23')).toEqual([30, null, 10, null, null, null, null]);
  });
});

describe('the tiles of the week at a glance', () => {
  const summary = (finished: boolean, replies: [number, number] | [null, null]) => ({
    ...{ week: '2026-11-16', to: '2026-11-22', finished },
    tickets: { opened: 0, openedBefore: 0, unresolved: 0 },
    firstReplies: { count: 1, medianSeconds: replies[0], p90Seconds: replies[1] },
    quiz: {
      ...{ quizzes: 0, attempts: 0, attemptsBefore: 0, passed: 0, averageCorrect: 0 },
      hardest: null,
    },
    readers: { active: 1_100, activeBefore: 1_000, arrived: 7 },
  });

  it('compare readers once the week has ended, and say what is not known', () => {
    expect(readers(summary(true, [null, null]))[2]).toBe(
      '09/11 a 15/11: 1.000 (+10%); 7 pela primeira vez',
    );
    expect(readers(summary(false, [null, null]))).toEqual([
      ...['Leram na semana', '1.100', '7 pela primeira vez'],
    ]);
    expect(firstReply(summary(true, [0, 3_660])).slice(1)).toEqual([
      ...['< 1 min', 'mediana; 90 % em até 1 h 01'],
    ]);
    expect(firstReply(summary(true, [null, null])).slice(1)).toEqual([
      ...['–', 'nenhuma resposta ainda'],
    ]);
    const span = { from: '2026-11-16', to: '2026-11-19' };
    expect(totals('Chamados', span, 1_050, 1_000)).toEqual([
      ...['Chamados', '1.050', '16/11 a 19/11: 1.000 (+5%)'],
    ]);
    expect(totals('Chamados', span, 0, 0)[2]).toBe('16/11 a 19/11: 0 (–)');
    expect(totals('Chamados', span, undefined, 3)).toEqual(['Chamados', '…', '…']);
  });
});

describe('figures', () => {
  it.each([
    [20, '< 1 min'],
    [45 * 60, '45 min'],
    [3_600, '1 h'],
    [3 * 3_600 + 10 * 60, '3 h 10'],
    [5 * 3_600 + 5 * 60, '5 h 05'],
    [47 * 3_600 + 59 * 60, '47 h 59'],
    [48 * 3_600, '2 d'],
  ])('of %i seconds are written %s', (seconds, text) => {
    expect(hoursText(seconds)).toBe(text);
  });

  it('say how much there is more or less, unless there was nothing', () => {
    expect([changeText(104, 100), changeText(94, 100), changeText(5, 0)]).toEqual([
      '+4%',
      '-6%',
      '–',
    ]);
  });

  it('are told from versions, days and names', () => {
    const isOne = [5, 6.8, '1.234', '12,5', '-6%', '76,9 %'];
    const isNone = ['0.1.0', '25/11', 'Sem limite', '–', '3 h 10', undefined];
    expect([isOne.every(isFigure), isNone.some(isFigure)]).toEqual([true, false]);
  });
});

it.each([
  ['title está vazio.', 'O título está vazio.'],
  ['description está vazio.', 'A descrição está vazia.'],
  ['questions.0.options.2 está vazio.', 'A opção 3 está vazia.'],
  ['questions.9 está em branco.', 'Pergunta 10 está em branco.'],
])('a sentence of the checks, %s, is shown as %s', (sentence, shown) => {
  expect(quizTexts.finding(sentence)).toBe(shown);
});
