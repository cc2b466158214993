import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { claimable, clock, isFree, isPast, leaseFor } from '../jobs/work-rows.ts';
import { isFileShownTo } from '../reader-tickets/shown.ts';
import type { Schema } from '../schema.ts';
import { storedStates } from './attachments.ts';

/** A row whose object is being deleted, leased to the caller. */
export interface DeletingRow {
  id: number;
  ticketId: number;
  path: string;
  /** True if the object was stored completely; if not, parts of it may exist. */
  whole: boolean;
}

/** Returns true if an attachment can be deleted: a stored one, or one whose deletion was abandoned. */
const isDeletable = (eb: ExpressionBuilder<Schema, 'attachments'>) =>
  eb.or([
    eb('state', 'in', storedStates),
    eb.and([eb('state', '=', 'deleting'), isPast('lease_until')]),
  ]);

export const deletingColumns = [
  'id',
  'ticket_id as ticketId',
  'path',
  sql<boolean>`sha256 is not null`.as('whole'),
] as const;

/** Finds who uploaded an attachment that {@link isDeletable} allows to delete, of a reader what they see. */
export const findDeletable = (
  db: Db,
  id: number,
  reader: string | undefined,
): Promise<{ id: number; uploaderEmail: string | null } | undefined> => {
  let query = db
    .selectFrom('attachments')
    .innerJoin('tickets as t', 't.id', 'attachments.ticket_id')
    .select(['attachments.id', 'uploader_email as uploaderEmail'])
    .where('attachments.id', '=', id)
    .where(isDeletable);
  if (reader !== undefined) query = query.where(isFileShownTo(reader));
  return query.executeTakeFirst();
};

/** Leases an attachment to the caller for deletion; undefined if there is none or another caller holds it. */
export const claimDeletion = (
  db: Db,
  id: number,
  leaseMs: number,
): Promise<DeletingRow | undefined> =>
  db
    .updateTable('attachments')
    .set({ ...leaseFor(leaseMs), state: 'deleting' })
    .where('id', '=', id)
    .where(isDeletable)
    .returning(deletingColumns)
    .executeTakeFirst();

/** Leases pending rows to the caller for deletion; skips rows that are no longer pending. */
export const claimPending = (
  db: Db,
  ids: readonly number[],
  leaseMs: number,
): Promise<DeletingRow[]> =>
  db
    .updateTable('attachments')
    .set({ ...leaseFor(leaseMs), state: 'deleting' })
    .where('id', 'in', ids)
    .where('state', '=', 'pending')
    .returning(deletingColumns)
    .execute();

/**
 * Lists failed uploads and unfinished deletions: rows that are not ready and whose lease has expired, oldest
 * first.
 */
export const listAbandoned = (db: Db, limit: number): Promise<DeletingRow[]> =>
  db
    .selectFrom('attachments')
    .select(deletingColumns)
    .where('state', '<>', 'ready')
    .where(isFree)
    .orderBy('lease_until')
    .limit(limit)
    .execute();

/** Leases abandoned rows to the caller for deletion; concurrent callers get different rows. */
export const claimAbandoned = (
  db: Db,
  { leaseMs, limit }: { leaseMs: number; limit: number },
): Promise<DeletingRow[]> =>
  db
    .updateTable('attachments')
    .set({ ...leaseFor(leaseMs), state: 'deleting' })
    .where(
      claimable('attachments', 'id', {
        where: sql`state <> 'ready'`,
        orderBy: 'lease_until',
        limit,
      }),
    )
    .returning(deletingColumns)
    .execute();

/** Ends the lease of a deletion that failed, so that any caller can retry it. */
export const releaseDeletion = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('attachments')
    .set({ lease_until: clock })
    .where('id', '=', id)
    .where('state', '=', 'deleting')
    .execute();
};

/** Deletes the row of an attachment whose object is gone. */
export const deleteAttachmentRow = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('attachments').where('id', '=', id).where('state', '=', 'deleting').execute();
};
