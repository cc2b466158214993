import { describe, expect, it } from 'vitest';
import { parseSchedule } from '../../server/jobs/schedule.ts';

const noon = parseSchedule('0 12 * * *');
const latest = (schedule: typeof noon, moment: string) =>
  schedule.latest(new Date(moment)).toISOString();

describe('a schedule in São Paulo', () => {
  it('counts the very moment as its latest time', () => {
    expect(latest(noon, '2026-03-10T15:00:00.000Z')).toBe('2026-03-10T15:00:00.000Z');
    expect(latest(noon, '2026-03-10T14:59:59.999Z')).toBe('2026-03-09T15:00:00.000Z');
    expect(noon.next(new Date('2026-03-10T15:00:00.000Z')).toISOString()).toBe(
      '2026-03-11T15:00:00.000Z',
    );
  });

  it('moves with daylight saving time, while Brazil had it', () => {
    // It began at midnight on 4 November 2018, and ended at midnight on 17 February 2019.
    expect(latest(noon, '2018-11-03T23:00:00.000Z')).toBe('2018-11-03T15:00:00.000Z');
    expect(latest(noon, '2018-11-04T23:00:00.000Z')).toBe('2018-11-04T14:00:00.000Z');
    expect(latest(noon, '2019-02-16T23:00:00.000Z')).toBe('2019-02-16T14:00:00.000Z');
    expect(latest(noon, '2019-02-17T23:00:00.000Z')).toBe('2019-02-17T15:00:00.000Z');
  });
});
