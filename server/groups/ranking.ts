import { z } from 'zod';
import { hasMember } from '../../db/groups.ts';
import { writeGroupRanking } from '../../db/rankings.ts';
import { isStatementTimeout } from '../../db/violations.ts';
import { type Context, inTransaction } from '../context.ts';
import { AppError } from '../errors.ts';
import { type RankingEntry, rankingEntry } from '../streaks/entry.ts';
import { preferNames } from '../streaks/names.ts';
import { type GroupRow, getGroup } from './service.ts';

/** The ranking of a group, its entries serialised. */
export interface GroupRanking {
  group: GroupRow;
  memberCount: number;
  /** JSON of the entries, in pieces to be joined by commas: a big ranking has many. */
  pieces: string[];
  madeAt: Date;
}

const defaultLimitMs = 30_000;

/**
 * The ranking of a group as its reader may see it: of a public group anybody, of a private one its members alone.
 * Never cached (specification §4.8).
 *
 * @throws AppError `group-not-found`, `group-forbidden`, and `ranking-timed-out` after `limitMs`
 */
export const readGroupRanking = async (
  ctx: Context,
  groupId: string,
  limitMs?: number,
): Promise<GroupRanking> => {
  const group = await getGroup(ctx, groupId);
  if (!group.isPublic && !(await isMember(ctx, group.id))) throw new AppError('group-forbidden');
  return rankingOf(ctx, group, limitMs);
};

/** The ranking of a group, whoever asks. @throws AppError `group-not-found`, `ranking-timed-out` */
export const getGroupRanking = async (ctx: Context, groupId: string): Promise<GroupRanking> =>
  rankingOf(ctx, await getGroup(ctx, groupId));

/** What the entries of a ranking say. */
export const parseEntries = ({ pieces }: GroupRanking): RankingEntry[] =>
  pieces.flatMap((piece) => z.array(rankingEntry).parse(JSON.parse(`[${piece}]`)));

const isMember = async ({ db, actor }: Context, groupId: string): Promise<boolean> =>
  actor.kind === 'person' && actor.email !== undefined && hasMember(db, groupId, actor.email);

const rankingOf = async (
  ctx: Context,
  group: GroupRow,
  limitMs = defaultLimitMs,
): Promise<GroupRanking> => {
  const madeAt = ctx.now();
  const deadline = performance.now() + limitMs;
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError('ranking-timed-out')), limitMs);
  const written = preferNames(ctx, (form) =>
    inTransaction(ctx, ({ db }) =>
      writeGroupRanking(db, group.id, form, Math.max(1, deadline - performance.now())),
    ),
  );
  try {
    const { members, pieces } = (await Promise.race([written, overdue])).written;
    return { group, memberCount: members, pieces, madeAt };
  } catch (error) {
    throw isStatementTimeout(error) ? new AppError('ranking-timed-out', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
};
