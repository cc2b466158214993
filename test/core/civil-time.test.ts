import { describe, expect, it } from 'vitest';
import {
  addDays,
  civilDayOf,
  daysBetween,
  formatCivilMoment,
  momentOf,
} from '../../server/core/civil-time.ts';

describe('the civil day', () => {
  it.each([
    ['2026-03-01T02:59:59.999Z', '2026-02-28'],
    ['2026-03-01T03:00:00.000Z', '2026-03-01'],
    ['2028-03-01T00:00:00.000Z', '2028-02-29'],
    ['2027-01-01T02:00:00.000Z', '2026-12-31'],
    // Daylight saving time, until 2019: UTC−2.
    ['2018-11-04T02:59:59.000Z', '2018-11-03'],
    ['2018-12-01T01:59:59.000Z', '2018-11-30'],
    ['2018-12-01T02:00:00.000Z', '2018-12-01'],
  ])('of %s is %s', (moment, day) => {
    expect(civilDayOf(new Date(moment))).toBe(day);
  });

  it('is counted over ends of months, leap years and changes of the clock', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addDays('2018-11-03', 2)).toBe('2018-11-05');
    expect(addDays('2026-05-01', 0)).toBe('2026-05-01');
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
    expect(daysBetween('2026-01-01', '2025-12-31')).toBe(-1);
    expect(daysBetween('2018-11-03', '2018-11-05')).toBe(2);
    expect(daysBetween('2026-05-01', '2026-05-01')).toBe(0);
  });
});

describe('a civil moment', () => {
  it.each([
    ['2026-03-01T02:59:59.999Z', '28/02/2026 23:59:59'],
    ['2026-03-01T03:00:00.000Z', '01/03/2026 00:00:00'],
    ['2026-03-01T03:07:05.000Z', '01/03/2026 00:07:05'],
    ['2026-03-01T03:00:00.999Z', '01/03/2026 00:00:00'],
    ['2026-12-09T15:34:56.000Z', '09/12/2026 12:34:56'],
    ['2018-12-01T01:30:00.000Z', '30/11/2018 23:30:00'],
    ['1969-12-31T23:59:59.500Z', '31/12/1969 20:59:59'],
  ])('of %s is %s', (moment, text) => {
    expect(formatCivilMoment(new Date(moment))).toBe(text);
  });
});

describe('the moment of an hour of a civil day', () => {
  it.each([
    ['2026-11-29', 0, '2026-11-29T03:00:00.000Z'],
    ['2026-11-29', 12, '2026-11-29T15:00:00.000Z'],
    // Daylight saving time began at a midnight, which the clocks skipped, and ended at another.
    ['2018-11-04', 0, '2018-11-04T03:00:00.000Z'],
    ['2018-11-04', 12, '2018-11-04T14:00:00.000Z'],
    ['2018-12-01', 0, '2018-12-01T02:00:00.000Z'],
    ['2019-02-17', 0, '2019-02-17T03:00:00.000Z'],
  ])('%s at %i is %s', (day, hour, moment) => {
    expect(momentOf(day, hour).toISOString()).toBe(moment);
  });
});
