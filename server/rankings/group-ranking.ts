import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '../../db/connection/database.ts';
import { isStatementTimeout } from '../../db/connection/errors.ts';
import { type MemberLine, readMembers } from '../../db/rankings/group-ranking.ts';
import { abortable } from '../abortable.ts';
import { type Context, readFromReplica, requireRole } from '../context.ts';
import { AppError } from '../errors.ts';
import { type GroupRow, getGroup, getReadableGroup } from '../groups/service.ts';
import { type RankingEntry, rankingEntry } from './entry.ts';
import { writeEntries } from './member-entries.ts';
import { rankingQueueOf } from './queue.ts';

/** The ranking of a group, its entries serialised. */
export interface GroupRanking {
  group: GroupRow;
  memberCount: number;
  /** JSON of the entries with the commas between them, in pieces of 1 000 entries. */
  pieces: Buffer[];
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

/** The ranking of any group. Administrators only. @throws AppError `forbidden`, `group-not-found`, `ranking-timed-out` */
export const getAnyGroupRanking = async (ctx: Context, groupId: string): Promise<GroupRanking> => {
  requireRole(ctx.actor, 'admin');
  return rankWithin(ctx, defaultLimitMs, () => getGroup(ctx, groupId));
};

/** The entries of a ranking. */
export const parseEntries = ({ pieces }: GroupRanking): RankingEntry[] =>
  z.array(rankingEntry).parse(JSON.parse(`[${Buffer.concat(pieces)}]`));

const rankWithin = async (
  ctx: Context,
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
      ...(await readFromReplica(ctx, (db) => rankMembers(db, group, signal))),
    };
  });

/** Yields to the event loop after each page and piece, so that a big group does not delay other requests. */
const rankMembers = async (
  db: Db,
  group: GroupRow,
  signal: AbortSignal,
): Promise<{ memberCount: number; pieces: Buffer[] }> => {
  const byStreaks = new Map<number, MemberLine[]>();
  for await (const members of readMembers(db, group.id)) {
    for (const member of members) addTo(byStreaks, streakOrder(member), member);
    await nextTurn(undefined, { signal });
  }
  // Members with equal streaks are in the order of joining already.
  const ranked = [...byStreaks.entries()].sort(([a], [b]) => b - a).flatMap(([, equals]) => equals);
  const pieces: Buffer[] = [];
  for (let from = 0; from < ranked.length; from += entriesPerPiece) {
    pieces.push(writeEntries(ranked.slice(from, from + entriesPerPiece), from + 1, group));
    await nextTurn(undefined, { signal });
  }
  return { memberCount: ranked.length, pieces };
};

/** Orders members by current, then longest streak: no streak has as many as 2^26 days. */
const streakOrder = ({ currentStreak, maxStreak }: MemberLine): number =>
  currentStreak * 2 ** 26 + maxStreak;

const addTo = (map: Map<number, MemberLine[]>, key: number, member: MemberLine): void => {
  const members = map.get(key);
  if (members) members.push(member);
  else map.set(key, [member]);
};
