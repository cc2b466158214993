import * as attachments from '../../db/attachments.ts';
import type { Context } from '../context.ts';
import { finishRemoval, removalLease } from './removal.ts';

/** A file that the janitor removes: of an upload that died, or of a deletion that did not get to its end. */
export interface Abandoned {
  id: number;
  ticketId: number;
  path: string;
  reason: 'upload' | 'deletion';
}

/** What the janitor did, or in a dry run would do. */
export interface Reconciliation {
  removed: Abandoned[];
  /** What could not be removed this time. */
  failed: Abandoned[];
}

const rowsAtOnce = 100;
const maxRows = 10_000;

/**
 * Finishes what crashes and failures left between the rows and the storage, by the rows alone. It takes only rows that nobody works on
 * (an upload has ten minutes, a removal five), and takes each by a change of the row itself: an upload that was only slow finds
 * its row gone, and fails.
 *
 * @param options.dryRun only tells what would be removed
 */
export const reconcileAttachments = async (
  ctx: Context,
  { dryRun }: { dryRun: boolean },
): Promise<Reconciliation> => {
  const now = ctx.now();
  if (dryRun) {
    const rows = await attachments.listAbandoned(ctx.db, { now, limit: maxRows });
    return { removed: rows.map(abandoned), failed: [] };
  }
  const result: Reconciliation = { removed: [], failed: [] };
  for (let taken = 0; taken < maxRows; taken += rowsAtOnce) {
    const rows = await attachments.claimAbandoned(ctx.db, {
      now,
      leaseUntil: removalLease(ctx),
      limit: rowsAtOnce,
    });
    for (const row of rows) {
      try {
        await finishRemoval(ctx, row);
        result.removed.push(abandoned(row));
        ctx.measures.janitorFile(reasonOf(row), 'removed');
      } catch (error) {
        ctx.log.warn({ err: error, attachment: row.id }, 'could not remove an abandoned file');
        result.failed.push(abandoned(row));
        ctx.measures.janitorFile(reasonOf(row), 'failed');
      }
    }
    // A failed one was given back, and would be taken again and again.
    if (rows.length < rowsAtOnce || result.failed.length > 0) break;
  }
  return result;
};

const abandoned = (row: attachments.LeavingRow): Abandoned => ({
  id: row.id,
  ticketId: row.ticketId,
  path: row.path,
  reason: reasonOf(row),
});

const reasonOf = (row: attachments.LeavingRow): Abandoned['reason'] =>
  row.whole ? 'deletion' : 'upload';
