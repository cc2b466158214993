import { sql } from 'kysely';
import { type DeletingRow, deletingColumns } from '../attachments/deletions.ts';
import type { Db, Tx } from '../connection/database.ts';
import { fromNow, isPast, leaseFor } from '../jobs/work-rows.ts';

/** An attachment that waits for the malware scanner. */
export interface QuarantinedRow {
  id: number;
  name: string;
  path: string;
}

/** Quarantined attachments whose scan is due, the longest due first. */
export const listDueScans = (db: Db, limit: number): Promise<QuarantinedRow[]> =>
  db
    .selectFrom('attachments')
    .select(['id', 'name', 'path'])
    .where('state', '=', 'quarantined')
    .where(isPast('scan_due_at'))
    .orderBy('scan_due_at')
    .limit(limit)
    .execute();

/** Stores when a quarantined attachment is scanned again. */
export const postponeScan = async (db: Db, id: number, pauseMs: number): Promise<void> => {
  await db
    .updateTable('attachments')
    .set({ scan_due_at: fromNow(pauseMs) })
    .where('id', '=', id)
    .where('state', '=', 'quarantined')
    .execute();
};

/**
 * Makes a scanned attachment downloadable (by agents only, if it is held); returns false if it is no longer
 * quarantined.
 */
export const releaseQuarantined = async (tx: Tx, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('attachments')
    .set({
      state: sql`case when held then state else 'ready' end`,
      lease_until: sql`case when held then lease_until end`,
      scan_due_at: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'quarantined')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Leases a quarantined attachment to the caller for deletion; undefined if it is no longer quarantined. */
export const claimInfected = (
  tx: Tx,
  id: number,
  leaseMs: number,
): Promise<DeletingRow | undefined> =>
  tx
    .updateTable('attachments')
    .set({ ...leaseFor(leaseMs), state: 'deleting', scan_due_at: null })
    .where('id', '=', id)
    .where('state', '=', 'quarantined')
    .returning(deletingColumns)
    .executeTakeFirst();

/** Returns the number of quarantined attachments and the age of the oldest; both are 0 without any. */
export const countQuarantined = async (
  db: Db,
  now: Date,
): Promise<{ files: number; oldestSeconds: number }> => {
  const row = await db
    .selectFrom('attachments')
    .select([
      sql<string>`count(*)`.as('files'),
      sql<string | null>`extract(epoch from ${now}::timestamptz - min(created_at))`.as(
        'oldestSeconds',
      ),
    ])
    .where('state', '=', 'quarantined')
    .where('scan_due_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { files: Number(row.files), oldestSeconds: Math.max(0, Number(row.oldestSeconds ?? 0)) };
};
