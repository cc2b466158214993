import type { CountDifference } from '../../db/reports/ticket-counts.ts';
import * as counts from '../../db/reports/ticket-counts.ts';
import { recordAct } from '../audit/service.ts';
import { type Context, inTransaction, onlyService, requireRole } from '../context.ts';
import { clearCachedReports } from './cached-report.ts';

export type { CountDifference };

const foldAtMost = 50_000;
const shownDifferences = 100;

/**
 * Folds the count deltas of ticket writers into the ledgers and returns how many it folded. Reports
 * are exact without it, but slow down as deltas accumulate. If several processes call it at once,
 * one folds and the others return.
 */
export const foldTicketCounts = async (ctx: Context): Promise<number> => {
  onlyService(ctx);
  let moved = 0;
  for (;;) {
    const batch = await counts.foldTicketCounts(ctx.db, foldAtMost);
    moved += batch ?? 0;
    if (batch === undefined || batch < foldAtMost) return moved;
  }
};

/**
 * Rebuilds the ledgers from the tickets, concurrently with writers, and clears cached reports;
 * returns the number of tickets. Takes about seven seconds for ten million tickets.
 *
 * @throws AppError `forbidden`
 */
export const rebuildTicketCounts = async (ctx: Context): Promise<number> => {
  requireRole(ctx, 'admin');
  const tickets = await inTransaction(ctx, async (tx) => {
    await recordAct(tx, { action: 'reports.rebuild', target: 'report:counts' });
    return counts.rebuildTicketCounts(tx.db);
  });
  await clearCachedReports(ctx);
  return tickets;
};

/**
 * Compares the counts with the tickets, concurrently with writers; returns the first 100
 * differences.
 *
 * @throws AppError `forbidden`
 */
export const checkTicketCounts = async (ctx: Context): Promise<CountDifference[]> => {
  requireRole(ctx, 'admin');
  return inTransaction(ctx, ({ db }) => counts.listCountDifferences(db, shownDifferences));
};
