import type { DeletingRow } from '../../db/attachments/deletions.ts';
import * as deletions from '../../db/attachments/deletions.ts';
import type { CheckedContext } from '../core/context.ts';

/** The lease is longer than the storage takes to delete an object. */
export const deletionLeaseMs = 300_000;

/** Deletes the object and then the row that the caller has leased; on failure, ends the lease for a retry. */
export const finishDeletion = async (ctx: CheckedContext, row: DeletingRow): Promise<void> => {
  try {
    await ctx.storage.remove(row.path, { whole: row.whole });
    await deletions.deleteAttachmentRow(ctx.db, row.id);
  } catch (error) {
    await deletions
      .releaseDeletion(ctx.db, row.id)
      .catch((err) => ctx.log.warn({ err }, 'could not end the lease of a deletion'));
    throw error;
  }
};
