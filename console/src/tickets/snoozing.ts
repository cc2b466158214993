import type { InputOf, ItemOf } from '../api/client.ts';
import { addDays, fromField, mondayAfter, morningOf } from '../ui/format/time.ts';

/** A ticket, with the end of its present snooze. */
export type Snoozable = Pick<ItemOf<'tickets.list'>, 'id' | 'snoozedUntil'>;

/** A sentinel that means until the reader writes. */
const never = '9999-01-01T00:00:00.000Z';

export type Choice = 'tomorrow' | 'monday' | 'untilReader' | 'end';

/** The choices of the dialog. Only snoozed tickets can be brought back. */
export const choicesFor = (tickets: readonly Snoozable[]): Choice[] => {
  const isSnoozed = tickets.some(({ snoozedUntil }) => snoozedUntil !== null);
  const choices: Choice[] = ['tomorrow', 'monday', 'untilReader'];
  return isSnoozed ? [...choices, 'end'] : choices;
};

/** When a choice ends, from a day in São Paulo; null brings tickets back. */
export const momentOf = (choice: Choice, today: string): string | null => {
  switch (choice) {
    case 'tomorrow':
      return morningOf(addDays(today, 1));
    case 'monday':
      return morningOf(mondayAfter(today));
    case 'untilReader':
      return never;
    case 'end':
      return null;
  }
};

/** The timestamp of a day and an hour in São Paulo; undefined if it has passed. */
export const momentAt = (day: string, hour: string, now: number): string | undefined => {
  const until = fromField(`${day}T${hour}`);
  return Date.parse(until) > now ? until : undefined;
};

const idsOf = (tickets: readonly Snoozable[]): number[] => tickets.map(({ id }) => id);

export const snoozed = (
  tickets: readonly Snoozable[],
  until: string | null,
): InputOf<'tickets.snooze'> => ({ ids: idsOf(tickets), until });
