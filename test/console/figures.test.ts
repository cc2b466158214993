import { afterEach, describe, expect, it, vi } from 'vitest';
import { daysOfWeek } from '../../console/src/reports/period.ts';
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
