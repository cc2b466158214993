import type { ItemOf, OutputOf } from '../api/client.ts';

// Changes of tickets that a person follows.

type Ticket = Pick<ItemOf<'tickets.list'>, 'id' | 'updatedAt'>;
type Opened = OutputOf<'tickets.get'>;

/** The latest change of each ticket, by its id; undefined: nothing was read yet. */
export type LastChanges = ReadonlyMap<number, string> | undefined;

export const lastChangesWith = (before: LastChanges, tickets: readonly Ticket[]): LastChanges =>
  new Map([...(before ?? []), ...tickets.map(({ id, updatedAt }) => [id, updatedAt] as const)]);

/** The tickets that have changed, and when they had changed before; undefined: they are new. */
export const changedIn = <T extends Ticket>(
  before: LastChanges,
  tickets: readonly T[],
): [ticket: T, since: string | undefined][] =>
  before === undefined
    ? []
    : tickets
        .filter(({ id, updatedAt }) => before.get(id) !== updatedAt)
        .map((ticket) => [ticket, before.get(ticket.id)]);

/** Returns true if the newest note that mentions a person is newer than a moment. */
export const isMentionedSince = (
  { notes }: Pick<Opened, 'notes'>,
  email: string,
  since: string,
): boolean => {
  const note = notes.findLast(({ mentions }) => mentions.includes(email));
  return note !== undefined && note.createdAt > since;
};

/** Returns true if the reader wrote last, after a moment. */
export const isAnsweredSince = ({ messages }: Pick<Opened, 'messages'>, since: string): boolean => {
  const last = messages.at(-1);
  return last?.origin === 'requester' && last.createdAt > since;
};
