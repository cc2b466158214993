// Which queries a hint of the service makes stale.

/** The paths of queries, or their beginnings, by the kind of what changed. */
const paths: Readonly<Record<string, readonly string[]>> = {
  ticket: ['tickets.', 'attachments.list', 'replies.drafts.', 'audit.'],
  draft: ['replies.drafts.'],
  quiz: ['quiz.'],
  mail: ['outbox.', 'operations.', 'tickets.get', 'tickets.list'],
  presence: ['tickets.presence'],
};

/** The queries whose `id` is that of what changed. The `id` of others is of another kind of thing. */
const own: Readonly<Record<string, string>> = {
  ticket: 'tickets.',
  draft: 'replies.drafts.',
  quiz: 'quiz.',
  presence: 'tickets.presence',
};

/** Whether a query is fetched again after hints such as `ticket:5`. A query of one ticket ignores hints of others. */
export const hintedQueries = ([path, input]: readonly unknown[], hints: readonly string[]) =>
  hints.some((hint) => {
    const [kind = '', id] = hint.split(':');
    if (!paths[kind]?.some((start) => String(path).startsWith(start))) return false;
    const { id: ownId, ticketId }: { id?: unknown; ticketId?: unknown } = Object(input);
    const named = own[kind] && String(path).startsWith(own[kind]) ? ownId : undefined;
    const of = kind === 'ticket' ? (ticketId ?? named) : named;
    return of === undefined || String(of) === id;
  });
