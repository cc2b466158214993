import type { LeavingRow } from '../../db/attachments.ts';
import * as attachments from '../../db/attachments.ts';
import type { Context } from '../context.ts';

const leaseMs = 300_000;

/** Until when somebody who begins to remove now has the row to themselves. */
export const removalLease = (ctx: Context): Date => new Date(ctx.now().getTime() + leaseMs);

/**
 * Removes the object of a row that the caller claimed, then the row. Where that fails the row is given back, for the
 * janitor or the next caller.
 *
 * @throws AppError `unavailable`
 */
export const finishRemoval = async (ctx: Context, row: LeavingRow): Promise<void> => {
  try {
    await ctx.storage.remove(row.path, { whole: row.whole });
    await attachments.deleteLeaving(ctx.db, row.id);
  } catch (error) {
    await attachments
      .releaseRemoval(ctx.db, row.id, ctx.now())
      .catch((err) => ctx.log.warn({ err }, 'could not give back a removal; its lease will'));
    throw error;
  }
};
