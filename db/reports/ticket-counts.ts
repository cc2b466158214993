import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** Folds deltas and returns how many; undefined if another process is folding or rebuilding. */
export const foldTicketCounts = async (db: Db, atMost: number): Promise<number | undefined> => {
  const { rows } = await sql<{ moved: number | null }>`
    select fold_ticket_counts(${atMost}) as moved
  `.execute(db);
  return rows[0]?.moved ?? undefined;
};

/** Rebuilds the counts and returns the number of tickets; it has no timeout. */
export const rebuildTicketCounts = async (tx: Tx): Promise<number> => {
  await sql`set local statement_timeout = 0; set local lock_timeout = 0`.execute(tx);
  const { rows } = await sql<{ tickets: number }>`
    select rebuild_ticket_counts()::integer as tickets
  `.execute(tx);
  return rows[0]?.tickets ?? 0;
};

/** A difference between the ledgers and the tickets; negative if the ledgers count too many. */
export interface CountDifference {
  hour: Date;
  /** Null for the total of all categories. */
  main: string | null;
  open: number;
  inProgress: number;
  resolved: number;
  closed: number;
}

/**
 * Lists differences; it has no timeout. A single statement sees one snapshot, so it is safe beside writers.
 */
export const listCountDifferences = async (tx: Tx, limit: number): Promise<CountDifference[]> => {
  await sql`set local statement_timeout = 0; set local work_mem = '256MB'`.execute(tx);
  const { rows } = await sql<CountDifference>`
    with ledger as (
      select main, hour, open, in_progress, resolved, closed from ticket_category_counts
    ),
    parts as (
      select
        main collate "C" as main,
        date_trunc('hour', created_at, 'UTC') as hour,
        count(*) filter (where status = 'open') as open,
        count(*) filter (where status = 'in_progress') as in_progress,
        count(*) filter (where status = 'resolved') as resolved,
        count(*) filter (where status = 'closed') as closed
      from tickets group by 1, 2
      union all
      select main, hour, - open, - in_progress, - resolved, - closed from ledger
      union all
      select main, hour, - open, - in_progress, - resolved, - closed from ticket_count_deltas
      union all
      select null, hour, sum(open), sum(in_progress), sum(resolved), sum(closed) from ledger group by hour
      union all
      select null, hour, - open, - in_progress, - resolved, - closed from ticket_counts
    )
    select
      hour,
      main,
      sum(open)::integer as open,
      sum(in_progress)::integer as "inProgress",
      sum(resolved)::integer as resolved,
      sum(closed)::integer as closed
    from parts
    group by hour, main
    having sum(open) <> 0 or sum(in_progress) <> 0 or sum(resolved) <> 0 or sum(closed) <> 0
    order by hour, main
    limit ${limit}
  `.execute(tx);
  return rows;
};
