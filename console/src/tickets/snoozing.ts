import type { ItemOf } from '../api/client.ts';
import { addDays, dayOf, fromField, mondayAfter, morningOf } from '../ui/format/time.ts';
import { ticketTexts } from './texts.ts';

const { snooze: texts } = ticketTexts;

/** A ticket, with the end of its present snooze. */
export type Snoozable = Pick<ItemOf<'tickets.list'>, 'id' | 'snoozedUntil'>;

/** A sentinel that means until the reader writes. */
const never = '9999-01-01T00:00:00.000Z';
const hoursOfToday = [12, 15, 18];
const leastMs = 30 * 60_000;

/** When a snooze ends, with the text of that choice; null brings snoozed tickets back. */
export const choicesFor = (
  tickets: readonly Snoozable[],
  now: number,
): [text: string, until: string | null][] => {
  const today = dayOf(new Date(now).toISOString());
  const isSnoozed = tickets.some(({ snoozedUntil }) => snoozedUntil !== null);
  return [
    [texts.tomorrow, morningOf(addDays(today, 1))],
    [texts.monday, morningOf(mondayAfter(today))],
    ...hoursOfToday.flatMap((hour): [string, string][] => {
      const until = momentAt(today, `${hour}:00`, now + leastMs);
      return until === undefined ? [] : [[texts.today(hour), until]];
    }),
    [texts.untilReader, never],
    ...(isSnoozed ? [[texts.end, null] satisfies [string, null]] : []),
  ];
};

/** The timestamp of a day and an hour in São Paulo; undefined if it has passed. */
export const momentAt = (day: string, hour: string, now: number): string | undefined => {
  const until = fromField(`${day}T${hour}`);
  return Date.parse(until) > now ? until : undefined;
};
