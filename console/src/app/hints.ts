// Which queries a hint of the service makes stale.

/** The paths of queries, or their beginnings, by the kind of what changed. */
const paths: Readonly<Record<string, readonly string[]>> = {
  ticket: ['tickets.', 'attachments.list', 'replies.drafts.', 'audit.'],
  draft: ['replies.drafts.'],
  quiz: ['quiz.'],
  mail: ['outbox.', 'tickets.get', 'tickets.list'],
  presence: ['tickets.presence'],
};

/** The fields of an input that name one thing. */
const names: Readonly<Record<string, readonly string[]>> = {
  ticket: ['ticketId', 'id'],
  presence: ['id'],
  draft: ['id'],
  quiz: ['id'],
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a query is fetched again after hints such as `ticket:5`. A query of one ticket ignores hints of others. */
export const hintedQueries = ([path, input]: readonly unknown[], hints: readonly string[]) =>
  hints.some((hint) => {
    const [kind = '', id] = hint.split(':');
    if (!paths[kind]?.some((start) => String(path).startsWith(start))) return false;
    const named = names[kind]?.find((name) => isRecord(input) && input[name] !== undefined);
    return named === undefined || (isRecord(input) && String(input[named]) === id);
  });
