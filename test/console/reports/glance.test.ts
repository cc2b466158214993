import { describe, expect, it, vi } from 'vitest';
import {
  daysOfMonth,
  daysOfWeek,
  firstReply,
  perDay,
  pointsOf,
  readersPerDay,
  results,
  totals,
} from '../../../console/src/reports/overview-figures.ts';
import { finishedOf } from '../../../console/src/reports/period.ts';
import { reportTexts as texts } from '../../../console/src/reports/texts.ts';
import { clockAt, lateOnThursday } from '../samples.ts';

clockAt(lateOnThursday);

const span = (from: string, to: string) => ({ from, to });
const week = {
  days: span('2026-11-23', '2026-11-26'),
  before: span('2026-11-16', '2026-11-19'),
};
const quiz = (quizDate: string, attempts = 0, passed = 0, averageCorrect = 0) => ({
  quizDate,
  attempts,
  passed,
  averageCorrect,
});

describe('the days at a glance', () => {
  it.each([
    // A Thursday: the week so far, beside the same days before.
    ['2026-11-26T12:00:00Z', undefined, '2026-11-23', '2026-11-26', '2026-11-16', '2026-11-19'],
    // On a Monday the week that has ended, also just after midnight in São Paulo.
    ['2026-11-24T02:59:00Z', undefined, '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['2026-11-24T03:00:00Z', undefined, '2026-11-23', '2026-11-24', '2026-11-16', '2026-11-17'],
    ['2026-11-23T12:00:00Z', '2026-11-23', '2026-11-23', '2026-11-23', '2026-11-16', '2026-11-16'],
    ['2026-11-26T12:00:00Z', '2026-11-08', '2026-11-02', '2026-11-08', '2026-10-26', '2026-11-01'],
    // What has not come yet, or is no day, is not asked for.
    ['2026-11-26T12:00:00Z', '2026-11-30', '2026-11-23', '2026-11-26', '2026-11-16', '2026-11-19'],
    ['2026-11-26T12:00:00Z', 'ontem', '2026-11-23', '2026-11-26', '2026-11-16', '2026-11-19'],
  ])('at %s, asked for %s, are those of one week', (now, asked, from, to, then, until) => {
    vi.setSystemTime(now);
    expect(daysOfWeek(asked)).toEqual({ days: { from, to }, before: { from: then, to: until } });
  });

  it.each([
    // The month so far, beside the same days before; a month that has ended, beside a whole one.
    ['2026-11-27', '2026-11', '2026-11-01', '2026-11-26', '2026-10-01', '2026-10-26'],
    ['2026-11-27', '2026-10', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2026-11-27', '2026-03', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-03-31', '2026-03', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2027-01-02', '2027-01', '2027-01-01', '2027-01-01', '2026-12-01', '2026-12-01'],
  ])(
    'in the night before %s are, of %s, %s to %s beside %s to %s',
    (now, month, from, to, then, until) => {
      vi.setSystemTime(`${now}T01:30:00Z`);
      expect(daysOfMonth(month)).toEqual({ days: { from, to }, before: { from: then, to: until } });
    },
  );
});

describe('the quizzes at a glance', () => {
  it('summarises quizzes with the same weight for each attempt', () => {
    expect(results([quiz('2026-11-23', 1, 1, 10), quiz('2026-11-24', 3, 0, 6)])).toEqual([
      'Aprovados',
      '25%',
      'média de 7,0 acertos',
    ]);
    expect(results([quiz('2026-11-23')])).toEqual(['Aprovados', '–', 'ninguém respondeu']);
  });

  it('lists the attempts by day, with a gap for a day without a quiz', () => {
    const some = [quiz('2026-11-23', 40), quiz('2026-11-26', 0)];
    expect(perDay(some, week.days)).toEqual([40, null, null, 0]);
  });
});

describe('a figure at a glance', () => {
  const finished = {
    days: span('2026-11-23', '2026-11-25'),
    before: span('2026-11-16', '2026-11-18'),
  };

  it('shows the total of finished days beside the same days before, and today apart', () => {
    expect(totals('Chamados', finished, [400, 700, 100, 9], [500, 400, 100, 99])).toEqual([
      'Chamados',
      '1.200',
      texts.andToday('16/11 a 18/11: 1.000 (+20%)', '9'),
    ]);
    const ended = finishedOf({ days: week.before, before: span('2026-11-09', '2026-11-12') });
    expect(totals('Chamados', ended, [1, 2, 3, 4], [0, 0, 0, 0])[2]).toBe('09/11 a 12/11: 0 (–)');
  });

  it('shows no figure of today while today has no quiz', () => {
    expect(totals('Tentativas', finished, [1, null, 1, null], [1, 0, 1, 9])).toEqual([
      'Tentativas',
      '2',
      '16/11 a 18/11: 2 (0%)',
    ]);
  });

  it('compares nothing before a day has finished', () => {
    const first = finishedOf({ days: span('2026-11-26', '2026-11-26'), before: week.before });
    expect(totals('Chamados', first, [3], [1, 2])).toEqual(['Chamados', '3', texts.soFar]);
    expect(readersPerDay([], first)[2]).toBe(texts.noFinishedDay);
  });

  it('shows the time to first reply, if there was a reply', () => {
    const label = 'Até a primeira resposta';
    const times = (firstReplyMedianSeconds: number | null, firstReplyP90Seconds: number | null) =>
      firstReply({ firstReplyMedianSeconds, firstReplyP90Seconds });
    expect(times(3_600, 9_000)).toEqual([
      label,
      '1\u00a0h',
      'mediana; 90 % em até 2\u00a0h\u00a030',
    ]);
    expect(times(0, 0)[1]).not.toBe('–');
    expect(times(null, null)).toEqual([label, '–', 'nenhuma resposta ainda']);
    expect(firstReply(undefined)).toEqual(times(null, null));
  });

  const read = (day: string, count: number) => ({ day, readers: count });

  it('shows the number of readers on a finished day', () => {
    const all = [
      read('2026-11-15', 99),
      read('2026-11-16', 4),
      read('2026-11-19', 9),
      read('2026-11-20', 99),
      read('2026-11-23', 10),
      read('2026-11-25', 13),
      read('2026-11-26', 99),
    ];
    expect(readersPerDay(all, finished)).toEqual([
      'Leram por dia, em média',
      '12',
      '16/11 a 18/11: 4 (+200%)',
    ]);
  });

  it("shows a month's readers as the mean of its finished days", () => {
    vi.setSystemTime('2026-11-03T12:00:00Z');
    const days = [read('2026-10-01', 1_000), read('2026-10-04', 9), read('2026-11-01', 1_500)];
    const all = [...days, read('2026-11-02', 1_700), read('2026-11-03', 4)];
    expect(readersPerDay(all, finishedOf(daysOfMonth('2026-11'))).slice(1)).toEqual([
      '1.600',
      '01/10 a 02/10: 1.000 (+60%)',
    ]);
  });
});

describe('the lines at a glance', () => {
  it("labels a week's days by name, each beside the previous week's day", () => {
    expect(pointsOf(week, [1, 2, null, 4], [5, null, 7])).toEqual([
      ['seg 23/11', 1, 5],
      ['ter 24/11', 2, null],
      ['qua 25/11', null, 7],
      ['qui 26/11', 4, null],
    ]);
  });

  it('includes the extra days of a longer previous month', () => {
    const months = {
      days: span('2026-02-01', '2026-02-28'),
      before: span('2026-01-01', '2026-01-31'),
    };
    const before = Array.from({ length: 31 }, (_, n) => n);
    const points = pointsOf(months, before.slice(0, 28), before);
    expect(points).toHaveLength(31);
    expect([points[0], points[27], points[28], points[30]]).toEqual([
      ['01/02', 0, 0],
      ['28/02', 27, 27],
      ['29/01', null, 28],
      ['31/01', null, 30],
    ]);
  });
});
