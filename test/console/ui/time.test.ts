import { describe, expect, it } from 'vitest';
import {
  changeText,
  isFigure,
  numberText,
  percentText,
  roundText,
} from '../../../console/src/ui/format/figures.ts';
import {
  addDays,
  civilToday,
  dayOf,
  fromField,
  fullDay,
  fullMoment,
  hoursText,
  isDay,
  mondayOf,
  noonOf,
  roughly,
  secondsSince,
  shortDay,
  shortMoment,
  spanText,
  startOfDay,
  toField,
} from '../../../console/src/ui/format/time.ts';
import { clockAt, lateOnThursday } from '../samples.ts';

clockAt(lateOnThursday);

describe('lengths of time', () => {
  it.each([
    [59, '< 1 min'],
    [119, '1 min'],
    [3_599, '59 min'],
    [86_399, '23 h'],
    [2_591_999, '29 d'],
    [2_592_000, '1 mês'],
    [31_535_999, '12 meses'],
    [31_536_000, '1 ano'],
  ])('%i seconds are roughly %s', (seconds, text) => {
    expect(roughly(seconds)).toBe(text);
  });

  it.each([
    [29, '< 1 min'],
    [30, '1 min'],
    [59 * 60 + 30, '1 h'],
    [3_600, '1 h'],
    [3_660, '1 h 01'],
    [47 * 3_600 + 59 * 60, '47 h 59'],
    [48 * 3_600, '2 d'],
  ])('%i seconds are to the minute %s', (seconds, text) => {
    expect(hoursText(seconds).replaceAll('\u00a0', ' ')).toBe(text);
  });

  it('never returns a negative time since a timestamp', () => {
    expect(secondsSince('2026-11-27T01:28:30Z')).toBe(90);
    expect(secondsSince('2026-11-27T01:31:00Z')).toBe(0);
  });
});

describe('days and moments in São Paulo', () => {
  it('computes the start, morning and noon of a day in São Paulo', () => {
    expect(civilToday()).toBe('2026-11-26');
    expect(dayOf('2026-11-27T02:59:59Z')).toBe('2026-11-26');
    expect(dayOf('2026-11-27T03:00:00Z')).toBe('2026-11-27');
    expect(startOfDay('2026-11-26')).toBe('2026-11-26T03:00:00.000Z');
    expect(noonOf('2026-11-26')).toBe(Date.parse('2026-11-26T15:00:00Z'));
    expect(toField(Date.parse('2026-11-27T01:05:59Z'))).toBe('2026-11-26T22:05');
    expect(fromField('2026-11-26T22:05')).toBe('2026-11-27T01:05:00.000Z');
  });

  it('takes the offset of the day, also if the clocks change at its midnight', () => {
    expect(startOfDay('2018-12-01')).toBe('2018-12-01T02:00:00.000Z');
    expect(startOfDay('2018-11-04')).toBe('2018-11-04T03:00:00.000Z');
    expect(startOfDay('2018-11-05')).toBe('2018-11-05T02:00:00.000Z');
    expect(fromField('2018-02-17T22:30')).toBe('2018-02-18T00:30:00.000Z');
    expect(startOfDay('2018-02-18')).toBe('2018-02-18T03:00:00.000Z');
  });

  it.each([
    ['2026-11-27T01:05:00Z', '22:05'],
    ['2026-11-26T02:59:00Z', '25/11/2026, 23:59'],
  ])('%s is in short %s', (moment, text) => {
    expect(shortMoment(moment)).toBe(text);
  });

  it('formats days in full and in short', () => {
    expect(fullMoment('2026-11-27T01:05:00Z')).toBe(
      'quinta-feira, 26 de novembro de 2026 às 22:05',
    );
    expect(fullDay('2026-03-01')).toBe('1 de março de 2026');
    expect(shortDay('2026-03-01')).toBe('01/03');
  });

  it.each([
    ['2026-11-22', '2026-11-16'],
    ['2026-11-23', '2026-11-23'],
    ['2027-01-01', '2026-12-28'],
  ])('%s is of the week of %s', (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });

  it('adds days across the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });

  it.each([
    ['2026-02-28', true],
    ['2026-13-01', false],
    ['2026-11-26T00:00', false],
    [undefined, false],
  ])('%s is a day: %s', (text, is) => {
    expect(isDay(text)).toBe(is);
  });

  it.each([
    ['2026-11-01', '2026-11-25', '01/11 a 25/11'],
    ['2025-11-25', '2025-11-25', '25/11/25'],
    ['2025-12-29', '2026-01-04', '29/12/25 a 04/01/26'],
  ])('from %s to %s are written %s', (from, to, text) => {
    expect(spanText({ from, to })).toBe(text);
  });
});

describe('figures', () => {
  it('formats figures in Brazilian form', () => {
    expect([1_234.567, 0.005, -3, 1_000_000].map(numberText)).toEqual([
      '1.234,57',
      '0,01',
      '-3',
      '1.000.000',
    ]);
    expect([7, 7.16, 1_234.5].map(roundText)).toEqual(['7,0', '7,2', '1.234,5']);
    expect([0.714, 0.715, 0, 1].map(percentText)).toEqual(['71%', '72%', '0%', '100%']);
  });

  it.each([
    [104, 100, '+4%'],
    [100, 100, '0%'],
    [5, 0, '–'],
    [0, 5, '-100%'],
    [2_500, 100, '+2.400%'],
  ])('%i beside %i are a change of %s', (now, before, text) => {
    expect(changeText(now, before)).toBe(text);
  });

  it('tells figures from versions, days and names', () => {
    const isOne = [5, 6.8, '1.234', '12,5', '-6%', '+4%', '76,9 %', '0'];
    const isNone = [
      '0.1.0',
      '25/11',
      'Sem limite',
      '–',
      '3 h 10',
      undefined,
      null,
      '',
      '1.23',
      '5x',
    ];
    expect([isOne.every(isFigure), isNone.some(isFigure)]).toEqual([true, false]);
  });
});
