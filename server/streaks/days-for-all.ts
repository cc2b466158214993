import type { DayForAll, UnfinishedDay } from '../../db/streaks/days-for-all.ts';
import * as days from '../../db/streaks/days-for-all.ts';
import { recordAct } from '../audit/service.ts';
import { addDays, civilDayOf } from '../core/civil-time.ts';
import { type ConfirmOptions, type Counted, counted, onlyCounts } from '../core/confirm.ts';
import { type CheckedContext, type Context, inTransaction, requireRole } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { getPage, type Page } from '../core/page.ts';
import { giveWay } from '../jobs/turns.ts';
import type { GivenDay } from './outputs.ts';

const mostDaysAhead = 30;
const batchSize = 1_000;

/**
 * Gives a day to every reader whose streak broke on it: those who read on the day before but not on it.
 * Today and a later day are given when they end, and count as 0 readers. Only counts unless `expected` is
 * the total.
 * @throws AppError `forbidden`; `day-out-of-range` for a day more than 30 days ahead, or before the second
 * day that anybody read on; `bulk-outdated` if the total differs
 */
export const addDayForAll = async (
  ctx: Context,
  { day, reason, ...confirm }: { day: string; reason: string } & ConfirmOptions,
): Promise<GivenDay> => {
  requireRole(ctx, 'admin');
  const today = civilDayOf(ctx.now());
  if (day > addDays(today, mostDaysAhead)) throw new AppError('day-out-of-range');
  const hasEnded = day < today;
  const total = hasEnded ? await countLost(ctx, day) : 0;
  if (onlyCounts(total, confirm, { code: 'bulk-outdated', what: 'readers lost the day' })) {
    return { id: null, ...countedReaders(true, total) };
  }
  // A day that is still being taken back would also be taken from those who get it now.
  await finishDays(ctx);
  const id = await inTransaction(ctx, async (tx) => {
    const added = await days.upsertDayForAll(tx.db, { day, reason, at: tx.now() });
    const changes = [
      { field: 'day', after: day },
      { field: 'reason', after: reason },
      { field: 'readers', after: total },
    ];
    await recordAct(tx, { action: 'streaks.addDayForAll', target: targetOf(added), changes });
    return added;
  });
  const readers = hasEnded ? await finishDay(ctx, { id, undone: false }) : 0;
  return { id, ...countedReaders(false, readers) };
};

const countLost = async (ctx: CheckedContext, day: string): Promise<number> => {
  const { readers, firstDay } = await inTransaction(ctx, ({ db }) => days.countLostDay(db, day));
  if (firstDay === null || day <= firstDay) throw new AppError('day-out-of-range');
  return readers;
};

const countedReaders = (dryRun: boolean, readers: number): Counted & { readers: number } => ({
  ...counted(dryRun, [{ kind: 'readers', count: readers }]),
  readers,
});

const targetOf = (id: number): string => `day-for-all:${id}`;

/** Returns a page of the days that were given to all, newest first. @throws AppError `forbidden` */
export const listDaysForAll = async (
  ctx: Context,
  page: { beforeId: number | undefined; limit: number },
): Promise<Page<DayForAll>> => {
  requireRole(ctx, 'admin');
  return getPage(
    page.limit,
    (limit) => days.listDaysForAll(ctx.db, { ...page, limit }),
    ({ id }) => String(id),
  );
};

/**
 * Takes a day that was given to all from those who did not get it otherwise, and the activity that came with
 * it from everybody. Only counts unless `expected` is the total. Undoing it again changes nothing.
 * @throws AppError `forbidden`, `day-for-all-not-found`; `bulk-outdated` if the total differs
 */
export const undoDayForAll = async (
  ctx: Context,
  { id, ...confirm }: { id: number } & ConfirmOptions,
): Promise<Counted> => {
  requireRole(ctx, 'admin');
  const onlyCounted = await inTransaction(ctx, async (tx) => {
    const { day, undoneAt } = orThrow(await days.lockDayForAll(tx.db, id), 'day-for-all-not-found');
    const total = undoneAt ? 0 : await days.countGivenDay(tx.db, day);
    if (onlyCounts(total, confirm, { code: 'bulk-outdated', what: 'readers have the day' })) {
      return countedReaders(true, total);
    }
    if (undoneAt) return undefined;
    await days.updateUndone(tx.db, id, tx.now());
    const changes = [
      { field: 'day', before: day },
      { field: 'readers', before: total },
    ];
    await recordAct(tx, { action: 'streaks.dayForAll.undo', target: targetOf(id), changes });
    return undefined;
  });
  return onlyCounted ?? countedReaders(false, await finishDay(ctx, { id, undone: true }));
};

/**
 * Gives or takes back a day in batches, each a transaction of its own; returns how many readers it changed.
 * A job, which has a signal, gives way to requests.
 */
const finishDay = async (
  ctx: CheckedContext,
  day: UnfinishedDay,
  signal?: AbortSignal,
): Promise<number> => {
  let readers = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    signal?.throwIfAborted();
    const started = performance.now();
    const batch = await finishSome(ctx, day, after);
    if (signal) await giveWay(ctx, performance.now() - started, signal);
    readers += batch.readers;
    after = batch.last;
  }
  return readers;
};

const finishSome = (
  ctx: CheckedContext,
  { id, undone }: UnfinishedDay,
  after: string,
): Promise<days.BatchOutcome> =>
  inTransaction(ctx, async (tx) => {
    const day = await days.lockUnfinishedDay(tx.db, { id, undone });
    if (day === undefined) return { readers: 0, last: undefined };
    const next = undone ? days.takeGivenDay : days.giveDay;
    const batch = await next(tx.db, { day, after, limit: batchSize });
    const given = undone ? 0 : batch.readers;
    await days.updateProgress(tx.db, id, { given, done: batch.last === undefined });
    return batch;
  });

/** Gives the days ahead that have ended, and finishes what a crash interrupted. */
export const finishDays = async (ctx: CheckedContext, signal?: AbortSignal): Promise<void> => {
  for (const day of await days.listUnfinishedDays(ctx.db, civilDayOf(ctx.now()))) {
    await finishDay(ctx, day, signal);
  }
};
