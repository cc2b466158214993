import { expect, it } from 'vitest';
import { ticketTexts } from '../../../console/src/tickets/texts.ts';
import { shortMoment } from '../../../console/src/ui/format/time.ts';
import { clockAt, me } from '../samples.ts';

clockAt();

const { events, snooze, statuses } = ticketTexts;
const said = (field: string, after: unknown) => events[field]?.(after, (email) => `<${email}>`, me);

it('the history tells who took a ticket from whom it was given to', () => {
  const [taken, given, nobody, erased] = [me, 'caio@x.com', null, undefined].map((after) =>
    said('assignee', after),
  );
  expect(given).toContain('<caio@x.com>');
  expect(taken).not.toContain(me);
  expect(new Set([taken, given, nobody, erased]).size).toBe(4);
});

it('the history names statuses, also those of another version', () => {
  expect(said('status', 'resolved')).toContain(statuses.resolved);
  expect(said('status', 'novo')).toContain('novo');
});

it('a moment that is years away stands for the reader', () => {
  const soon = '2031-11-01T11:00:00Z';
  const never = '9999-01-01T00:00:00Z';
  const reader = snooze.shortly(never);
  expect(snooze.shortly(soon)).toBe(shortMoment(soon));
  expect(reader).not.toBe(shortMoment(never));
  expect([said('snoozedUntil', soon), said('snoozedUntil', never)]).toEqual([
    expect.stringContaining(shortMoment(soon)),
    expect.stringContaining(reader),
  ]);
});

it('the history has no text for what nobody needs to know', () => {
  expect(events.snippet).toBeUndefined();
});
