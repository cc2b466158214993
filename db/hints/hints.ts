import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import { isPast } from '../jobs/work-rows.ts';

type HintKind = 'ticket' | 'draft' | 'quiz' | 'mail' | 'presence';

/**
 * Notifies open pages on commit. Use it only for changes without an act: triggers insert the hints of acts,
 * mails, attachments and drafts.
 * @param target `<kind>:<id>`; for `presence` the ticket's id
 */
export const insertHint = async (
  db: Db,
  target: `${HintKind}:${string | number}`,
): Promise<void> => {
  await db
    .insertInto('hints')
    .values({ target })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** A point in a database's history; its snapshot sees everything committed before. */
export interface HintPosition {
  /** The cluster, timeline and database: transaction ids of different origins cannot be compared. */
  origin: string;
  /** Seconds since 1970, by the database's clock. */
  at: number;
  /** `pg_snapshot` as text. */
  snapshot: string;
}

/**
 * Returns the current position and, for each snapshot, the hints that became visible since: at most `limit`,
 * unordered. One statement keeps it consistent.
 */
export const readHints = async (
  db: Db,
  snapshots: readonly string[],
  limit: number,
): Promise<{ position: HintPosition; targets: Map<string, string[]> }> => {
  const rows = await runPrepared(
    db,
    sql<HintPosition & { since: string | null; targets: string[] }>`
      select
        since::text,
        pg_current_snapshot()::text as snapshot,
        floor(extract(epoch from statement_timestamp()))::float8 as at,
        concat_ws('-', (select system_identifier from pg_control_system()),
          (select timeline_id from pg_control_checkpoint()),
          (select oid from pg_database where datname = current_database())) as origin,
        array(
          select distinct target from hints
          where xact >= pg_snapshot_xmin(since) and not pg_visible_in_snapshot(xact, since)
            -- Rows of a restored dump have numbers of another cluster.
            and xact < pg_snapshot_xmax(pg_current_snapshot())
          limit ${limit}
        ) as targets
      from unnest(${snapshots}::pg_snapshot[] || null::pg_snapshot) as since
    `.compile(db),
  );
  const [{ origin, at, snapshot } = fail()] = rows;
  return {
    position: { origin, at, snapshot },
    targets: new Map(rows.map(({ since, targets }) => [since ?? '', targets])),
  };
};

const fail = (): never => {
  throw new Error('no position');
};

export const deleteOldHints = async (db: Db, ageMs: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('hints')
    .where(isPast('at', ageMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
};
