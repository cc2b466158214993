import { describe, expect, it } from 'vitest';
import {
  firstReply,
  meanOf,
  passRate,
  perDay,
  pointsOf,
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

describe('the quizzes at a glance', () => {
  it('summarises quizzes with the same weight for each attempt', () => {
    expect(results([quiz('2026-11-23', 1, 1, 10), quiz('2026-11-24', 3, 0, 6)])).toEqual([
      'Aprovados',
      '25%',
      'média de 7,0 acertos',
    ]);
    expect(results([quiz('2026-11-23')])).toEqual(['Aprovados', '–', 'ninguém respondeu']);
  });

  it('lists a value by day, with a gap for a day without a quiz', () => {
    const some = [['2026-11-23', 40] as const, ['2026-11-26', 0] as const];
    expect(perDay(some)(week.days)).toEqual([40, null, null, 0]);
  });

  it('has a pass rate in percent, unless nobody answered', () => {
    expect(passRate(quiz('2026-11-24', 16, 3))).toBe(18.8);
    expect(passRate(quiz('2026-11-24'))).toBeNull();
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

  it("shows the mean of the finished days' readers, unless a day is no longer counted", () => {
    const mean = (then: (number | null)[]) =>
      totals('Leram', finished, [10, 12, 13, 99], then, meanOf).slice(1);
    expect(mean([4, 3, 5, 99])).toEqual(['12', texts.andToday('16/11 a 18/11: 4 (+200%)', '99')]);
    expect(mean([null, 3, 5])[1]).toBe(texts.andToday(texts.uncounted, '99'));
    expect(totals('Leram', finished, [null, 12, 13], [], meanOf)[1]).toBe('–');
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

  it('names the days of a period that begins in the middle of a week', () => {
    const few = {
      days: span('2026-11-25', '2026-11-26'),
      before: span('2026-11-23', '2026-11-24'),
    };
    expect(pointsOf(few, [1, 2], [3, 4]).map(([label]) => label)).toEqual([
      'qua 25/11',
      'qui 26/11',
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
