import type { PlacedReader } from '../../db/rankings/places.ts';
import * as places from '../../db/rankings/places.ts';
import {
  type CheckedContext,
  type Context,
  readFromReplica,
  requireEmail,
} from '../core/context.ts';
import { entryOf } from './entry.ts';
import type { RankingEntry } from './outputs.ts';

export interface MyRanking {
  position: number | null;
  of: number;
  entries: RankingEntry[];
}

/** Readers beyond this place share a place if their streaks are equal. */
const lastExactPlace = 10_000;

/**
 * Returns the caller's place in the global ranking (docs/behaviour/streaks.md#rankings), for any number of
 * readers; it is not cached.
 * @throws AppError `invalid-token` without an e-mail
 */
export const getMyRanking = async (ctx: Context, around: number): Promise<MyRanking> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  return readFromReplica(ctx, (db) => placeOf({ ...ctx, db }, email, around));
};

/** Finds a reader's place in the global ranking, by e-mail in lower case. */
export const findPlace = async (
  ctx: CheckedContext,
  email: string,
): Promise<Pick<MyRanking, 'position' | 'of'>> => {
  const { position, of } = await placeOf(ctx, email, 0);
  return { position, of };
};

const placeOf = async (ctx: CheckedContext, email: string, around: number): Promise<MyRanking> => {
  const firstQuarter = places.firstQuarterOf(ctx.now());
  const me = await places.findPlacedReader(ctx.db, email);
  if (!me || !isRanked(ctx, me)) {
    const { total } = await places.countAhead(ctx.db, top, firstQuarter);
    return { position: null, of: total, entries: [] };
  }
  const page = { firstQuarter, count: around };
  const [{ ahead, total }, before, behind] = await Promise.all([
    places.countAhead(ctx.db, me, firstQuarter),
    places.listNeighbours(ctx.db, me, 'ahead', page),
    places.listNeighbours(ctx.db, me, 'behind', page),
  ]);
  const readers = [...before.reverse(), me, ...behind];
  const limit = lastExactPlace + around - ahead;
  const equalsAhead =
    limit > 0 ? await places.countEqualsAhead(ctx.db, me, firstQuarter, limit) : undefined;
  const positions = await positionsOf(ctx, readers, before.length, {
    firstQuarter,
    ahead,
    exact: equalsAhead === undefined ? undefined : ahead + equalsAhead + 1,
  });
  const entries = readers.map((reader, index) => entryOf(reader, positions[index] ?? 1));
  return {
    position: positions[before.length] ?? null,
    of: Math.max(total, entries.length),
    entries,
  };
};

const top = { currentStreak: 2 ** 31 - 1, maxStreak: 2 ** 31 - 1 };

const isRanked = (ctx: Context, { hidden, lastInteractionAt }: PlacedReader): boolean =>
  !hidden && lastInteractionAt.getTime() >= ctx.now().getTime() - places.activityWindowMs;

/**
 * Returns the positions of consecutive readers. `mine` is the index of the caller, whom `ahead` readers with
 * better streaks precede, and whose exact position may be known.
 */
const positionsOf = async (
  ctx: CheckedContext,
  readers: readonly PlacedReader[],
  mine: number,
  known: { firstQuarter: number; ahead: number; exact: number | undefined },
): Promise<number[]> => {
  const classes: { key: PlacedReader; from: number }[] = [];
  const classOf = readers.map((reader, index) => {
    const last = classes.at(-1)?.key;
    const same =
      last?.currentStreak === reader.currentStreak && last.maxStreak === reader.maxStreak;
    if (!same) classes.push({ key: reader, from: index });
    return classes.length - 1;
  });
  const sizes = await places.countEquals(
    ctx.db,
    classes.map(({ key }) => key),
    known.firstQuarter,
  );
  const own = classOf[mine] ?? 0;
  const firsts: number[] = [];
  firsts[own] = known.ahead + 1;
  for (let index = own - 1; index >= 0; index -= 1) {
    firsts[index] = (firsts[index + 1] ?? 1) - (sizes[index] ?? 0);
  }
  for (let index = own + 1; index < classes.length; index += 1) {
    firsts[index] = (firsts[index - 1] ?? 1) + (sizes[index - 1] ?? 0);
  }
  return readers.map((_reader, index) => {
    const group = classOf[index] ?? 0;
    const first = Math.max(1, firsts[group] ?? 1);
    // The last reader with better streaks is directly before the first one with the caller's streaks.
    const place =
      known.exact === undefined
        ? known.ahead + 1 + index - (classes[own]?.from ?? mine)
        : known.exact + index - mine;
    const isExact = known.exact !== undefined || group < own;
    if (isExact && place <= lastExactPlace) return Math.max(1, place);
    return Math.max(first, lastExactPlace + 1);
  });
};
