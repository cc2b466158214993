import type { CountDifference } from '../../db/ticket-counts.ts';
import * as counts from '../../db/ticket-counts.ts';
import { type Context, inTransaction } from '../context.ts';
import { clearReportCache } from './service.ts';

export type { CountDifference };

const foldAtMost = 50_000;
const shownDifferences = 100;

/**
 * Moves what ticket writers have counted since the last time into the ledgers that reports read, and answers how many deltas it
 * moved. Reports are exact without it, only slower the longer it has not run. Any number of processes may call it at once:
 * one folds, the others leave it to that one.
 */
export const foldTicketCounts = async (ctx: Context): Promise<number> => {
  let moved = 0;
  for (;;) {
    const batch = await counts.foldTicketCounts(ctx.db, foldAtMost);
    moved += batch ?? 0;
    if (batch === undefined || batch < foldAtMost) return moved;
  }
};

/**
 * Makes the ledgers anew from the tickets, beside whoever writes them, and forgets the cached reports; answers how many
 * tickets there are. Takes seconds for each ten million.
 */
export const rebuildTicketCounts = async (ctx: Context): Promise<number> => {
  const tickets = await inTransaction(ctx, ({ db }) => counts.rebuildTicketCounts(db));
  await clearReportCache(ctx);
  return tickets;
};

/** Compares the counts with the tickets, beside whoever writes them; answers the first 100 differences. */
export const checkTicketCounts = (ctx: Context): Promise<CountDifference[]> =>
  inTransaction(ctx, ({ db }) => counts.listCountDifferences(db, shownDifferences));
