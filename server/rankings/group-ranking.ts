import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '../../db/connection/database.ts';
import { isStatementTimeout } from '../../db/connection/errors.ts';
import { readMembers } from '../../db/rankings.ts';
import { type Context, readFromReplica, requireRole } from '../context.ts';
import { AppError } from '../errors.ts';
import { type GroupRow, getGroup, getReadableGroup } from '../groups/service.ts';
import { type RankingEntry, rankingEntry } from './entry.ts';
import { type MemberEntry, memberEntryOf, positioned } from './member-entry.ts';
import { rankingQueueOf } from './queue.ts';

/** The ranking of a group, its entries serialised. */
export interface GroupRanking {
  group: GroupRow;
  memberCount: number;
  /** JSON of the entries, in pieces to join with commas: 1 000 entries each. */
  pieces: string[];
  madeAt: Date;
}

const defaultLimitMs = 30_000;
const entriesPerPiece = 1_000;

/**
 * The ranking of a group that the caller may read (docs/behaviour.md#groups). Never cached.
 *
 * @throws AppError `forbidden`, `group-not-found`, `group-forbidden`, and `ranking-timed-out` after `limitMs`
 */
export const getGroupRankingFor = async (
  ctx: Context,
  groupId: string,
  limitMs = defaultLimitMs,
): Promise<GroupRanking> => {
  requireRole(ctx.actor, 'reader');
  return rankWithin(ctx, limitMs, () => getReadableGroup(ctx, groupId));
};

/** The ranking of any group, for administrators. @throws AppError `forbidden`, `group-not-found`, `ranking-timed-out` */
export const getGroupRankingUnchecked = async (
  ctx: Context,
  groupId: string,
): Promise<GroupRanking> => {
  requireRole(ctx.actor, 'admin');
  return rankWithin(ctx, defaultLimitMs, () => getGroup(ctx, groupId));
};

/** The entries of a ranking. */
export const parseEntries = ({ pieces }: GroupRanking): RankingEntry[] =>
  pieces.flatMap((piece) => z.array(rankingEntry).parse(JSON.parse(`[${piece}]`)));

const rankWithin = async (
  ctx: Context,
  limitMs: number,
  findGroup: () => Promise<GroupRow>,
): Promise<GroupRanking> => {
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const expired = new AbortController();
  const timer = setTimeout(() => {
    expired.abort();
    reject(new AppError('ranking-timed-out'));
  }, limitMs);
  try {
    return await Promise.race([rank(ctx, findGroup, expired.signal), overdue]);
  } catch (error) {
    throw isStatementTimeout(error) ? new AppError('ranking-timed-out', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
};

const rank = (
  ctx: Context,
  findGroup: () => Promise<GroupRow>,
  signal: AbortSignal,
): Promise<GroupRanking> =>
  rankingQueueOf(ctx).run(async () => {
    signal.throwIfAborted();
    const group = await findGroup();
    return {
      group,
      madeAt: ctx.now(),
      ...(await readFromReplica(ctx, (db) => writeEntries(db, group, signal))),
    };
  });

/** Yields to the event loop after each 1 000 members, so that a big group does not delay other requests. */
const writeEntries = async (
  db: Db,
  group: GroupRow,
  signal: AbortSignal,
): Promise<{ memberCount: number; pieces: string[] }> => {
  const byStreaks = new Map<number, MemberEntry[]>();
  let memberCount = 0;
  for await (const members of readMembers(db, group.id)) {
    for (const member of members) addTo(byStreaks, memberEntryOf(member, group));
    memberCount += members.length;
    await nextTurn(undefined, { signal });
  }
  const pieces: string[] = [];
  let entries: string[] = [];
  let position = 0;
  // Members with equal streaks stand in the order of joining already.
  for (const streaks of [...byStreaks.keys()].sort((a, b) => b - a)) {
    for (const member of byStreaks.get(streaks) ?? []) {
      position += 1;
      entries.push(positioned(member, position));
      if (entries.length < entriesPerPiece) continue;
      pieces.push(entries.join());
      entries = [];
      await nextTurn(undefined, { signal });
    }
  }
  if (entries.length > 0) pieces.push(entries.join());
  return { memberCount, pieces };
};

const addTo = (map: Map<number, MemberEntry[]>, member: MemberEntry): void => {
  const members = map.get(member.streaks);
  if (members) members.push(member);
  else map.set(member.streaks, [member]);
};
