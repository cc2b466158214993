import { foldResponseDays, forgetResponseDays } from '../../db/reports/response-days.ts';
import type { CountDifference } from '../../db/reports/ticket-counts.ts';
import * as counts from '../../db/reports/ticket-counts.ts';
import { recordAct } from '../audit/service.ts';
import { type Context, inTransaction, onlyService, requireRole } from '../core/context.ts';
import { inTurns } from '../jobs/turns.ts';
import { clearCachedReports } from './cached-report.ts';

export type { CountDifference };

const foldAtMost = 50_000;
const shownDifferences = 100;

/**
 * Folds the deltas of ticket writers into the ledgers and returns how many it folded. Reports are exact
 * without it but become slow as deltas accumulate. If several processes call it at once, one folds and the
 * others return.
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

const daysAtOnce = 2;
const turnMs = 20_000;

/**
 * Refreshes the response times of days with changed tickets and adds missing days, for at most twenty
 * seconds; returns how many days. Reports are exact without it, but read each ticket of such a day.
 */
export const foldResponseTimes = async (ctx: Context, signal: AbortSignal): Promise<number> => {
  onlyService(ctx);
  let days = 0;
  await inTurns(ctx, { signal, turnMs }, async () => {
    const batch = await inTransaction(ctx, (tx) => foldResponseDays(tx.db, daysAtOnce));
    days += batch ?? 0;
    return batch === daysAtOnce;
  });
  return days;
};

/**
 * Rebuilds the ledgers from the tickets while writers continue, and clears cached reports; returns the
 * number of tickets. Takes about seven seconds for ten million tickets. The folding job rebuilds the
 * response times.
 */
export const rebuildTicketCounts = async (ctx: Context): Promise<number> => {
  requireRole(ctx, 'admin');
  const tickets = await inTransaction(ctx, async (tx) => {
    await recordAct(tx, { action: 'reports.rebuild', target: 'report:counts' });
    await forgetResponseDays(tx.db);
    return counts.rebuildTicketCounts(tx.db);
  });
  await clearCachedReports(ctx);
  return tickets;
};

/** Compares the counts with the tickets while writers continue; returns the first 100 differences. */
export const checkTicketCounts = async (ctx: Context): Promise<CountDifference[]> => {
  requireRole(ctx, 'admin');
  return inTransaction(ctx, ({ db }) => counts.listCountDifferences(db, shownDifferences));
};
