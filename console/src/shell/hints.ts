// Maps a hint of the service to the queries that it makes stale.

/**
 * Query paths, or their beginnings, by the kind of thing that changed. The first path's `id` is the id of
 * that thing.
 */
const paths: Readonly<Record<string, readonly string[]>> = {
  ticket: ['tickets.', 'attachments.list', 'replies.drafts.', 'audit.', 'inbound.'],
  draft: ['replies.drafts.'],
  quiz: ['quiz.'],
  mail: ['outbox.', 'operations.'],
  presence: ['tickets.presence'],
  session: ['session'],
};

/**
 * Returns true if a query is fetched again after hints such as `ticket:5`. A query of one ticket ignores
 * hints of others.
 */
export const hintedQueries = ([path, input]: readonly unknown[], hints: readonly string[]) =>
  hints.some((hint) => {
    const [kind = '', id] = hint.split(':');
    const starts = paths[kind]?.filter((start) => String(path).startsWith(start)) ?? [];
    if (starts.length === 0) return false;
    const { id: ownId, ticketId }: { id?: unknown; ticketId?: unknown } = Object(input);
    const named = starts[0] === paths[kind]?.[0] ? ownId : undefined;
    const of = kind === 'ticket' ? (ticketId ?? named) : named;
    return of === undefined || String(of) === id;
  });
