import { type RawBuilder, sql } from 'kysely';

// Work rows are rows that processes share out: mails, webhooks, events, job runs, attachments,
// idempotency keys.
//
// A process claims a row by writing `lease_until`; others leave it alone until then. A lease lasts
// longer than the work can take, or is extended, so an expired one means that its process died. A
// column that every claim increments is the fence: an outcome is stored only where it still has the
// claim's value. All moments are the database's: the clocks of processes may differ by minutes.

/**
 * The start of the statement. Not `now()`, which is the start of the transaction, before it waited
 * for a lock.
 */
export const clock = sql<Date>`statement_timestamp()`;

const interval = (ms: number) => sql`make_interval(secs => ${ms / 1_000}::double precision)`;

/** The moment so many milliseconds from now. */
export const fromNow = (ms: number) => sql<Date>`${clock} + ${interval(ms)}`;

/** Whether the moment in a column was at least so many milliseconds ago. */
export const isPast = (column: string, ms = 0) =>
  sql<boolean>`${sql.ref(column)} <= ${clock} - ${interval(ms)}`;

/** Whether no process holds a row. */
export const isFree = sql<boolean>`(lease_until is null or lease_until <= ${clock})`;

/**
 * The rows that an update claims: free ones that meet `where`, the smallest `orderBy` first. Rows
 * that another process is claiming are skipped.
 */
export const claimable = (
  table: string,
  key: string,
  due: { where: RawBuilder<boolean>; orderBy: string; limit: number },
) => sql<boolean>`${sql.ref(key)} = any (array(
    select ${sql.ref(key)} from ${sql.table(table)} where ${isFree} and ${due.where}
    order by ${sql.ref(due.orderBy)} limit ${due.limit} for update skip locked
  ))`;

/** Claims rows for so long. */
export const leaseFor = (ms: number) => ({ lease_until: fromNow(ms) });

/** Gives rows back. */
export const released = { lease_until: null };

/** The pause after a number of consecutive failures, in milliseconds; the last pause repeats. */
export const pauseAfter = (failures: number, pausesMs: readonly number[]): number =>
  pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
