import type { ItemOf, OutputOf } from '../api/client.ts';

// Detects changes of the tickets that a person follows.

type Ticket = Pick<ItemOf<'tickets.list'>, 'id' | 'updatedAt'>;
type Opened = OutputOf<'tickets.get'>;

/** The time of each ticket's latest change, by ticket id; undefined before the first response. */
export type LastChanges = ReadonlyMap<number, string> | undefined;

export const lastChangesWith = (before: LastChanges, tickets: readonly Ticket[]): LastChanges =>
  new Map([...(before ?? []), ...tickets.map(({ id, updatedAt }) => [id, updatedAt] as const)]);

/** The tickets that changed, with their previous change; a new ticket has undefined. */
export const changedIn = <T extends Ticket>(
  before: LastChanges,
  tickets: readonly T[],
): [ticket: T, since: string | undefined][] =>
  before === undefined
    ? []
    : tickets
        .filter(({ id, updatedAt }) => before.get(id) !== updatedAt)
        .map((ticket) => [ticket, before.get(ticket.id)]);

/** Returns true if the newest note that mentions a person is later than a time. */
export const isMentionedSince = (
  { notes }: Pick<Opened, 'notes'>,
  email: string,
  since: string,
): boolean => {
  const note = notes.findLast(({ mentions }) => mentions.includes(email));
  return note !== undefined && note.createdAt > since;
};

/** Returns true if the last message is the reader's and later than a time. */
export const isAnsweredSince = ({ messages }: Pick<Opened, 'messages'>, since: string): boolean => {
  const last = messages.at(-1);
  return last?.origin === 'requester' && last.createdAt > since;
};
