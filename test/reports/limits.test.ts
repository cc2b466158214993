import { describe, expect, it } from 'vitest';
import { addDays } from '../../server/core/civil-time.ts';
import { rangeOf } from '../../server/reports/day-range.ts';

describe('the number of points of a range', () => {
  it.each([
    ['week', '2026-03-01', addDays('2026-03-02', 7 * 9_998), addDays('2026-03-02', 7 * 9_999)],
    ['month', '0001-01-31', '0834-04-01', '0834-05-01'],
    ['year', '0001-12-31', '9999-01-01', undefined],
    ['day', '2026-03-01', addDays('2026-03-01', 9_999), addDays('2026-03-01', 10_000)],
    ['hour', '2026-03-01', addDays('2026-03-01', 415), addDays('2026-03-01', 416)],
    ['hourOfWeek', '2026-03-01', addDays('2026-03-01', 20_000), undefined],
  ] as const)('is that of its civil periods: %s', (groupBy, from, last, tooLate) => {
    const ending = (to: string) => rangeOf({ from, to, groupBy }, new Date('2026-03-10T12:00:00Z'));
    expect(ending(last)).toEqual({ from, to: last });
    if (tooLate) expect(() => ending(tooLate)).toThrow('10000');
  });
});
