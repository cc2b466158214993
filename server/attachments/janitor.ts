import type { z } from 'zod';
import * as deletions from '../../db/attachments/deletions.ts';
import { type Context, requireRole } from '../core/context.ts';
import { deletionLeaseMs, finishDeletion } from './deletion.ts';
import type * as outputs from './outputs.ts';

/** Files that the janitor deleted, or in a dry run would delete, and those that could not be deleted. */
type Reconciliation = z.infer<typeof outputs.Reconciliation>;
type Abandoned = Reconciliation['removed'][number];

const rowsAtOnce = 100;
const maxRows = 10_000;

/**
 * Deletes what uploads (after ten minutes) and deletions (after five) left behind; for administrators only.
 * A slow upload then finds its row claimed and fails.
 */
export const reconcileAttachments = async (
  ctx: Context,
  { dryRun }: { dryRun: boolean },
): Promise<Reconciliation> => {
  requireRole(ctx, 'admin');
  if (dryRun) {
    const rows = await deletions.listAbandoned(ctx.db, maxRows);
    return { removed: rows.map(abandoned), failed: [] };
  }
  const result: Reconciliation = { removed: [], failed: [] };
  for (let taken = 0; taken < maxRows; taken += rowsAtOnce) {
    const rows = await deletions.claimAbandoned(ctx.db, {
      leaseMs: deletionLeaseMs,
      limit: rowsAtOnce,
    });
    for (const row of rows) {
      try {
        await finishDeletion(ctx, row);
        result.removed.push(abandoned(row));
        ctx.metrics.janitorFile(reasonOf(row), 'removed');
      } catch (error) {
        ctx.log.warn({ err: error, attachment: row.id }, 'could not delete an abandoned file');
        result.failed.push(abandoned(row));
        ctx.metrics.janitorFile(reasonOf(row), 'failed');
      }
    }
    // A row that failed can be claimed again at once, so another round could loop on it.
    if (rows.length < rowsAtOnce || result.failed.length > 0) break;
  }
  return result;
};

const abandoned = (row: deletions.DeletingRow): Abandoned => ({
  id: row.id,
  ticketId: row.ticketId,
  path: row.path,
  reason: reasonOf(row),
});

const reasonOf = (row: deletions.DeletingRow): Abandoned['reason'] =>
  row.whole ? 'deletion' : 'upload';
