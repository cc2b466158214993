import type { DeletingRow } from '../../db/attachments/deletions.ts';
import * as deletions from '../../db/attachments/deletions.ts';
import type { CheckedContext } from '../core/context.ts';

/**
 * Longer than the storage takes to delete an object: after this the deletion counts as abandoned.
 */
export const deletionLeaseMs = 300_000;

/**
 * Deletes the object of a row that the caller has leased, then the row. On failure it ends the
 * lease, so that the janitor or the next caller retries.
 *
 * @throws AppError `unavailable`
 */
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
