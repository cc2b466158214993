import { describe, expect, it, vi } from 'vitest';
import { daysOf, finishedOf, periodText, problemOf } from '../../../console/src/reports/period.ts';
import { clockAt, lateOnThursday } from '../samples.ts';

clockAt(lateOnThursday);

describe('the days of a period, and those it is compared with', () => {
  it.each([
    ['week', 'day', '2026-11-23', '2026-11-26', '2026-11-16', '2026-11-19'],
    ['lastWeek', 'day', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['month', 'day', '2026-11-01', '2026-11-26', '2026-10-01', '2026-10-26'],
    ['year', 'month', '2026-01-01', '2026-11-26', '2025-01-01', '2025-11-26'],
    ['7', 'day', '2026-11-20', '2026-11-26', '2026-11-13', '2026-11-19'],
    // By weeks, so that Mondays stand beside Mondays.
    ['30', 'week', '2026-10-28', '2026-11-26', '2026-09-23', '2026-10-22'],
    ['month', 'week', '2026-11-01', '2026-11-26', '2026-10-04', '2026-10-29'],
    ['year', 'week', '2026-01-01', '2026-11-26', '2025-01-02', '2025-11-27'],
    ['30', 'month', '2026-10-28', '2026-11-26', '2026-08-28', '2026-09-26'],
    ['90', 'hour', '2026-08-29', '2026-11-26', '2026-05-31', '2026-08-28'],
    ['lastWeek', 'month', '2026-11-16', '2026-11-22', '2026-10-16', '2026-10-22'],
    ['?', 'day', '2026-10-28', '2026-11-26', '2026-09-28', '2026-10-27'],
  ])('%s by %s', (period, groupBy, from, to, fromBefore, toBefore) => {
    expect(daysOf(period, {}, groupBy)).toEqual({
      days: { from, to },
      before: { from: fromBefore, to: toBefore },
    });
  });

  it.each([
    ['2026-03-31', 'month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2027-01-01', 'lastWeek', '2026-12-21', '2026-12-27', '2026-12-14', '2026-12-20'],
    ['2027-01-01', 'year', '2027-01-01', '2027-01-01', '2026-01-01', '2026-01-01'],
    ['2028-02-29', 'year', '2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28'],
  ])('on %s, %s are those of months of other lengths, too', (now, period, ...spans) => {
    vi.setSystemTime(`${now}T12:00:00Z`);
    const { days, before } = daysOf(period, {});
    expect([days.from, days.to, before.from, before.to]).toEqual(spans);
  });

  it('compares a whole year by weeks with the same number of weeks', () => {
    vi.setSystemTime('2026-12-31T12:00:00Z');
    expect(daysOf('year', {}, 'week').before).toEqual({ from: '2024-12-26', to: '2025-12-25' });
  });

  it('uses two dates of the address as the period', () => {
    const own = { from: '2026-03-29', to: '2026-03-31' };
    expect(daysOf('own', own).days).toEqual(own);
    expect(daysOf('own', own, 'month').before).toEqual({ from: '2026-02-28', to: '2026-02-28' });
    const years = { from: '2024-03-01', to: '2026-02-28' };
    expect(daysOf('own', years, 'year').before).toEqual({ from: '2021-03-01', to: '2023-02-28' });
    // Over the end of a year the months are counted, too.
    const winter = { from: '2025-12-15', to: '2026-01-15' };
    expect(daysOf('own', winter, 'month').before).toEqual({ from: '2025-10-15', to: '2025-11-15' });
    expect(daysOf('own', { from: 'ontem', to: '2026-11-30' }).days).toEqual({
      from: '2026-10-28',
      to: '2026-11-30',
    });
  });
});

it.each([
  // On the last day of a long month the shorter month is compared as a whole.
  ['2026-03-31', 'month', '2026-03-30', '2026-02-28'],
  ['2026-11-26', '30', '2026-11-25', '2026-10-26'],
  ['2026-11-26', 'lastMonth', '2026-10-31', '2026-09-30'],
  ['2026-11-01', 'month', '2026-10-31', '2026-09-30'],
])('on %s the finished days of %s end on %s, and those before on %s', (now, period, to, before) => {
  vi.setSystemTime(`${now}T12:00:00Z`);
  const finished = finishedOf(daysOf(period, {}));
  expect([finished.days.to, finished.before.to]).toEqual([to, before]);
});

it.each([
  ['2026-11-26', '2026-11-26', 'hour', undefined],
  ['2026-11-26', '2026-11-25', 'day', 'inverted'],
  ['2025-11-26', '2026-11-26', 'day', undefined],
  ['2025-11-25', '2026-11-26', 'day', 'onlyCounts'],
  ['2025-01-01', '2026-02-20', 'hour', 'onlyCounts'],
  ['2025-01-01', '2026-02-21', 'hour', 'tooLong'],
  ['1990-01-01', '2026-02-21', 'week', 'tooLong'],
])('%s to %s by %s has the problem %s', (from, to, groupBy, problem) => {
  expect(problemOf(daysOf('own', { from, to }, groupBy), groupBy)).toBe(problem);
});

it.each([
  ['2026-W47', 'sem. 47/2026'],
  ['2026-11', '11/2026'],
  ['2026-11-23 09:00', '23/11/26 09h'],
])('the period %s is written %s', (period, written) => {
  expect(periodText(period)).toBe(written);
});
