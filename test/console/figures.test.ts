import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  daysOfMonth,
  daysOfWeek,
  firstReply,
  perDay,
  pointsOf,
  quizzesOf,
  readers,
  readersPerDay,
  results,
  totals,
} from '../../console/src/reports/glance.ts';

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

describe('the month at a glance', () => {
  it.each([
    // The month so far, beside the same days before; a month that has ended, beside a whole one.
    ['2026-11', '2026-11-01', '2026-11-26', '2026-10-01', '2026-10-26'],
    ['2026-10', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2026-09', '2026-09-01', '2026-09-30', '2026-08-01', '2026-08-31'],
    ['2026-03', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ])('%s has its days', (month, from, to, then, until) => {
    vi.useFakeTimers({ now: new Date('2026-11-27T01:00:00Z') });
    expect(daysOfMonth(month)).toEqual({ days: { from, to }, before: { from: then, to: until } });
  });

  it('draws each day that the tiles count, also those of a longer month before', () => {
    vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z') });
    const span = daysOfMonth('2026-09');
    const all = Array.from({ length: 31 }, (_, n) => n + 1);
    const points = pointsOf(span, all.slice(0, 30), all);
    expect(points).toHaveLength(31);
    expect([points[0], points[30]]).toEqual([
      ['01/09', 1, 1],
      ['31/08', null, 31],
    ]);
    const week = daysOfWeek('2026-11-18');
    expect(pointsOf(week, [1], [2])[0]).toEqual(['seg 16/11', 1, 2]);
    expect(pointsOf(week, [1], [2])[6]).toEqual(['dom 22/11', null, null]);
  });

  it('has the mean of its days that are over', () => {
    vi.useFakeTimers({ now: new Date('2026-11-03T12:00:00Z') });
    const on = (day: string, count: number) => ({ day, readers: count });
    const days = [on('2026-10-01', 1_000), on('2026-10-04', 9), on('2026-11-01', 1_500)];
    const all = [...days, on('2026-11-02', 1_700), on('2026-11-03', 4)];
    expect(readersPerDay(all, daysOfMonth('2026-11')).slice(1)).toEqual([
      ...['1.600', '01/10 a 03/10: 1.000 (+60%)'],
    ]);
    expect(readersPerDay(undefined, daysOfMonth('2026-11'))[1]).toBe('…');
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
    const early = quizzesOf([...before, ...now], span);
    expect(early.days).toEqual({ from: '2026-11-23', to: '2026-11-25' });
    expect(early.before).toEqual({ from: '2026-11-16', to: '2026-11-18' });
    expect(early.earlier).toEqual(before.slice(0, 2));
    expect(early.quizzes).toEqual(now);
    const late = quizzesOf([...before, ...now, quiz('2026-11-26', 0, 0, 0)], span);
    expect([late.days, late.before, late.earlier]).toEqual([span.days, span.before, before]);
    // A month that is over is compared with a whole one, whatever their lengths.
    const month = daysOfMonth('2026-09');
    expect(quizzesOf(now, month)).toMatchObject(month);
  });

  it('weigh by their attempts, and leave a gap where there is none', () => {
    expect(results(now)).toEqual(['Aprovados', '60%', 'média de 6,5 acertos']);
    expect(results([quiz('2026-11-23', 0, 0, 0)])).toEqual(['Aprovados', '–', 'ninguém respondeu']);
    expect(results(undefined)).toEqual(['Aprovados', '…', '…']);
    expect(perDay(now, { from: '2026-11-23', to: '2026-11-26' })).toEqual([30, null, 10, null]);
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
    expect(firstReply(summary(true, [0, 3_660]).firstReplies).slice(1)).toEqual([
      ...['< 1 min', 'mediana; 90 % em até 1 h 01'],
    ]);
    expect(firstReply(summary(true, [null, null]).firstReplies).slice(1)).toEqual([
      ...['–', 'nenhuma resposta ainda'],
    ]);
    const span = { from: '2026-11-16', to: '2026-11-19' };
    expect(totals('Chamados', span, 1_050, 1_000)).toEqual([
      ...['Chamados', '1.050', '16/11 a 19/11: 1.000 (+5%)'],
    ]);
    expect(totals('Chamados', span, 0, 0)[2]).toBe('16/11 a 19/11: 0 (–)');
    const past = { from: '2025-12-29', to: '2026-01-04' };
    expect(totals('Chamados', past, 0, 0)[2]).toBe('29/12/25 a 04/01/26: 0 (–)');
    expect(totals('Chamados', span, undefined, 3)).toEqual(['Chamados', '…', '…']);
  });
});
