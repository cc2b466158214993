import { isStatementTimeout } from '../../db/connection/errors.ts';
import { listRankedMembers, type RankedMember } from '../../db/rankings/group-ranking.ts';
import { abortable } from '../core/abortable.ts';
import {
  type CheckedContext,
  type Context,
  readFromReplica,
  requireRole,
} from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { type GroupRow, getGroup, getReadableGroup } from '../groups/service.ts';
import { memberEntryOf } from './entry.ts';
import type { RankingEntry } from './outputs.ts';
import { rankingQueueOf } from './ranking-queue.ts';

export interface GroupRanking {
  group: GroupRow;
  entries: RankingEntry[];
  madeAt: Date;
}

const defaultLimitMs = 30_000;

/**
 * Returns the ranking of a group that the caller may read (docs/behaviour/streaks.md#groups); it is never
 * cached.
 * @throws AppError `forbidden`, `group-not-found`, `group-forbidden`, and `ranking-timed-out` after
 * `limitMs`
 */
export const getGroupRankingFor = async (
  ctx: Context,
  groupId: string,
  limitMs = defaultLimitMs,
): Promise<GroupRanking> => {
  requireRole(ctx, 'reader');
  return rankWithin(ctx, limitMs, () => getReadableGroup(ctx, groupId));
};

/**
 * Returns the ranking of any group; for administrators only.
 * @throws AppError `forbidden`, `group-not-found`, `ranking-timed-out`
 */
export const getAnyGroupRanking = async (ctx: Context, groupId: string): Promise<GroupRanking> => {
  requireRole(ctx, 'admin');
  return rankWithin(ctx, defaultLimitMs, () => getGroup(ctx, groupId));
};

const rankWithin = async (
  ctx: CheckedContext,
  limitMs: number,
  findGroup: () => Promise<GroupRow>,
): Promise<GroupRanking> => {
  const deadline = AbortSignal.timeout(limitMs);
  try {
    return await abortable(rank(ctx, findGroup, deadline), deadline);
  } catch (error) {
    const late = error === deadline.reason || isStatementTimeout(error);
    throw late ? new AppError('ranking-timed-out', { cause: error }) : error;
  }
};

const rank = (
  ctx: CheckedContext,
  findGroup: () => Promise<GroupRow>,
  signal: AbortSignal,
): Promise<GroupRanking> =>
  rankingQueueOf(ctx).run(async () => {
    signal.throwIfAborted();
    const group = await findGroup();
    const madeAt = ctx.now();
    const members = await readFromReplica(ctx, (db) => listRankedMembers(db, group));
    const entries = members.sort(byStreak).map((member, index) => memberEntryOf(member, index + 1));
    return { group, entries, madeAt };
  });

/** Compares members; the sort is stable, so those with the same streaks stay in the order of joining. */
const byStreak = (one: RankedMember, other: RankedMember): number =>
  other.currentStreak - one.currentStreak || other.maxStreak - one.maxStreak;
