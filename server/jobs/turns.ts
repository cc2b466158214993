import { setTimeout as pause } from 'node:timers/promises';
import { findClock } from '../../db/jobs/work-rows.ts';
import type { CheckedContext } from '../core/context.ts';

/** An empty statement takes longer if requests wait for the pool, the database or this process. */
const quietMs = 10;
const maxPauseMs = 10_000;

/** Returns how long background work pauses: as long as it took, and longer if an empty statement is slow. */
export const pauseMs = (workMs: number, statementMs: number): number =>
  Math.min(maxPauseMs, workMs * Math.max(1, statementMs / quietMs));

/** Lets requests go first after background work. */
export const giveWay = async (
  ctx: CheckedContext,
  workMs: number,
  signal: AbortSignal,
): Promise<void> => {
  const asked = performance.now();
  await findClock(ctx.db);
  const ms = pauseMs(workMs, performance.now() - asked);
  await pause(ms, undefined, { signal }).catch(() => undefined);
};

interface Turns {
  signal: AbortSignal;
  /** The next run continues; without it, all batches are done. */
  turnMs?: number;
}

/** Repeats a batch until it returns false, the turn is over or the signal aborts; {@link giveWay} between. */
export const inTurns = async (
  ctx: CheckedContext,
  { signal, turnMs = Number.POSITIVE_INFINITY }: Turns,
  batch: () => Promise<boolean>,
): Promise<void> => {
  const end = performance.now() + turnMs;
  for (;;) {
    const started = performance.now();
    const hasMore = await batch();
    if (!hasMore || performance.now() > end || signal.aborted) return;
    await giveWay(ctx, performance.now() - started, signal);
  }
};
