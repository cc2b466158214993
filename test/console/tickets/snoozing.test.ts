import { describe, expect, it, vi } from 'vitest';

await vi.hoisted(async () => (await import('../stub-window.ts')).stubWindow());
const { choicesFor, momentAt } = await import('../../../console/src/tickets/snoozing.ts');
const { ticketTexts } = await import('../../../console/src/tickets/texts.ts');

const { snooze: texts } = ticketTexts;
const tickets = [
  { id: 1, snoozedUntil: null },
  { id: 2, snoozedUntil: '2099-01-01T11:00:00.000Z' },
];
const choicesAt = (now: string, some = tickets) => new Map(choicesFor(some, Date.parse(now)));

describe('snoozing', () => {
  it.each([
    ['2026-03-10T15:00:00Z', '2026-03-11T11:00:00.000Z', '2026-03-16T11:00:00.000Z'],
    ['2026-03-15T15:00:00Z', '2026-03-16T11:00:00.000Z', '2026-03-16T11:00:00.000Z'],
    ['2026-03-17T02:59:00Z', '2026-03-17T11:00:00.000Z', '2026-03-23T11:00:00.000Z'],
  ])('ends at eight in the morning of São Paulo: at %s', (now, tomorrow, monday) => {
    const choices = choicesAt(now);
    expect(choices.get(texts.tomorrow)).toBe(tomorrow);
    expect(choices.get(texts.monday)).toBe(monday);
  });

  it('offers the hours of today that are at least half an hour away', () => {
    const choices = choicesAt('2026-03-10T14:31:00Z');
    expect(choices.has(texts.today(12))).toBe(false);
    expect(choices.get(texts.today(15))).toBe('2026-03-10T18:00:00.000Z');
    expect(choicesAt('2026-03-10T20:45:00Z').has(texts.today(18))).toBe(false);
  });

  it('snoozing until the reader writes has a sentinel; bringing back has none', () => {
    const choices = choicesAt('2026-03-10T15:00:00Z');
    expect(choices.get(texts.untilReader)).toBe('9999-01-01T00:00:00.000Z');
    expect(choices.get(texts.end)).toBeNull();
  });

  it('refuses a snooze until a time that has passed', () => {
    const now = Date.parse('2026-03-10T15:00:00Z');
    expect(momentAt('2026-03-10', '12:01', now)).toBe('2026-03-10T15:01:00.000Z');
    expect(momentAt('2026-03-10', '12:00', now)).toBeUndefined();
  });

  it('offers to bring back only what is snoozed', () => {
    expect(choicesAt('2026-03-10T15:00:00Z', tickets.slice(0, 1)).has(texts.end)).toBe(false);
  });
});
