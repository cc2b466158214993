import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connection/database.ts';

// Processes share work rows. A process claims one with `lease_until`, so an expired lease means that it
// died. It stores an outcome only if the fence, which each claim increments, still has its value. All
// moments are the database's, because the clocks of processes may differ by minutes.

/**
 * The current moment; `now()` would be the start of the transaction, which may have waited for a lock since.
 */
export const clock = sql<Date>`statement_timestamp()`;

export const findClock = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ moment: Date }>`select ${clock} as moment`.execute(db);
  if (!rows[0]) throw new Error('a select without a table returned no row');
  return rows[0].moment;
};

const interval = (ms: number) => sql`make_interval(secs => ${ms / 1_000}::double precision)`;

export const fromNow = (ms: number) => sql<Date>`${clock} + ${interval(ms)}`;

/** Tests whether the column's moment was at least `ms` milliseconds ago. */
export const isPast = (column: string, ms = 0) =>
  sql<boolean>`${sql.ref(column)} <= ${clock} - ${interval(ms)}`;

export const isFree = sql<boolean>`(lease_until is null or lease_until <= ${clock})`;

/** Selects free rows in the order of `orderBy`; skips rows that another process is claiming. */
export const claimable = (
  table: string,
  key: string,
  due: { where: RawBuilder<boolean>; orderBy: string; limit: number },
) => sql<boolean>`${sql.ref(key)} = any (array(
    select ${sql.ref(key)} from ${sql.table(table)} where ${isFree} and ${due.where}
    order by ${sql.ref(due.orderBy)} limit ${due.limit} for update skip locked
  ))`;

export const leaseFor = (ms: number) => ({ lease_until: fromNow(ms) });

export const released = { lease_until: null };

/** Returns the pause before the next attempt in milliseconds; the last pause repeats. */
export const pauseAfter = (failures: number, pausesMs: readonly number[]): number =>
  pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
