import { describe, expect, it } from 'vitest';
import { choicesFor, momentAt, momentOf, snoozed } from '../../../console/src/tickets/snoozing.ts';

const until = '2099-01-01T11:00:00.000Z';
const tickets = [
  { id: 1, snoozedUntil: null },
  { id: 2, snoozedUntil: until },
  { id: 3, snoozedUntil: null },
];

describe('snoozing', () => {
  it.each([
    ['2026-03-10', '2026-03-11T11:00:00.000Z', '2026-03-16T11:00:00.000Z'],
    ['2026-03-15', '2026-03-16T11:00:00.000Z', '2026-03-16T11:00:00.000Z'],
    ['2026-03-16', '2026-03-17T11:00:00.000Z', '2026-03-23T11:00:00.000Z'],
  ])('ends at eight in the morning of São Paulo: on %s', (today, tomorrow, monday) => {
    expect(momentOf('tomorrow', today)).toBe(tomorrow);
    expect(momentOf('monday', today)).toBe(monday);
  });

  it('snoozing until the reader writes has a sentinel; bringing back has none', () => {
    expect(momentOf('untilReader', '2026-03-10')).toBe('9999-01-01T00:00:00.000Z');
    expect(momentOf('end', '2026-03-10')).toBeNull();
  });

  it('refuses a snooze until a time that has passed', () => {
    const now = Date.parse('2026-03-10T15:00:00Z');
    expect(momentAt('2026-03-10', '12:01', now)).toBe('2026-03-10T15:01:00.000Z');
    expect(momentAt('2026-03-10', '12:00', now)).toBeUndefined();
  });

  it('offers to bring back only what is snoozed', () => {
    expect(choicesFor(tickets)).toContain('end');
    expect(choicesFor(tickets.slice(0, 1))).not.toContain('end');
  });

  it('snoozes all tickets at once', () => {
    expect(snoozed(tickets, until)).toEqual({ ids: [1, 2, 3], until });
  });
});
