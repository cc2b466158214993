import { isStatementTimeout } from '../../db/connection/errors.ts';
import { countMembers } from '../../db/groups/members.ts';
import {
  listRankedMembers,
  listRankedPage,
  type RankedMember,
  type RankedPlace,
} from '../../db/rankings/group-ranking.ts';
import { abortable } from '../core/abortable.ts';
import {
  type CheckedContext,
  type Context,
  readFromReplica,
  requireRole,
} from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { getPage, type Page } from '../core/page.ts';
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
  const deadline = AbortSignal.timeout(limitMs);
  try {
    return await abortable(rank(ctx, groupId, deadline), deadline);
  } catch (error) {
    const late = error === deadline.reason || isStatementTimeout(error);
    throw late ? new AppError('ranking-timed-out', { cause: error }) : error;
  }
};

/**
 * Lists a page of any group's ranking; for administrators only.
 * @throws AppError `forbidden`, `group-not-found`
 */
export const listGroupRanking = async (
  ctx: Context,
  groupId: string,
  { after, limit }: { after: RankedPlace | undefined; limit: number },
): Promise<Page<RankingEntry> & { group: GroupRow & { memberCount: number }; madeAt: Date }> => {
  requireRole(ctx, 'admin');
  const group = await getGroup(ctx, groupId);
  const madeAt = ctx.now();
  const before = after?.position ?? 0;
  return readFromReplica(ctx, async (db) => {
    const page = await getPage(
      limit,
      (most) => listRankedPage(db, group, { after, limit: most }),
      ({ currentStreak, maxStreak, memberId }) =>
        [before + limit, currentStreak, maxStreak, memberId].join('_'),
    );
    const items = page.items.map((member, index) => memberEntryOf(member, before + index + 1));
    const memberCount = await countMembers(db, group.id);
    return { group: { ...group, memberCount }, items, nextCursor: page.nextCursor, madeAt };
  });
};

const rank = (ctx: CheckedContext, groupId: string, signal: AbortSignal): Promise<GroupRanking> =>
  rankingQueueOf(ctx).run(async () => {
    signal.throwIfAborted();
    const group = await getReadableGroup(ctx, groupId);
    const madeAt = ctx.now();
    const members = await readFromReplica(ctx, (db) => listRankedMembers(db, group));
    const entries = members.sort(byStreak).map((member, index) => memberEntryOf(member, index + 1));
    return { group, entries, madeAt };
  });

/** Compares members; the sort is stable, so those with the same streaks stay in the order of joining. */
const byStreak = (one: RankedMember, other: RankedMember): number =>
  other.currentStreak - one.currentStreak || other.maxStreak - one.maxStreak;
