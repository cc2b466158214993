import type { Streaks } from '../../db/streaks.ts';
import * as streaks from '../../db/streaks.ts';
import { civilDayOf } from '../civil-time.ts';
import { type Context, inTransaction } from '../context.ts';
import { AppError } from '../errors.ts';

/** That somebody read, at a moment or, where only that is known, on a civil day (`YYYY-MM-DD`, São Paulo). */
export interface Reading {
  /** In lower case. */
  email: string;
  at: Date | { day: string };
}

/** What became of a batch of readings. */
export interface ImportOutcome {
  credited: number;
  /** How many readers the credited ones are of. */
  readers: number;
  /** Which of the batch, counted from 0, were refused: they are in the future. */
  refused: number[];
}

// Clocks of those who call are not all true.
const toleranceMs = 300_000;

/**
 * Credits the civil day of a reading to its reader and answers the streaks that follow. Crediting a day again changes
 * nothing but the last activity.
 *
 * @param reading.at default now
 * @throws AppError `invalid-request` for a reading in the future
 */
export const recordReading = async (
  ctx: Context,
  reading: { email: string; at?: Date | undefined },
): Promise<Streaks> => {
  const at = reading.at ?? ctx.now();
  if (isFuture(ctx, at)) {
    throw new AppError('invalid-request', { detail: 'at não pode estar no futuro' });
  }
  return streaks.creditReading(ctx.db, { email: reading.email, day: civilDayOf(at), at });
};

/** The streaks of a reader; those of somebody to whom no day was ever credited are 0. */
export const getStreak = async (
  ctx: Context,
  email: string,
): Promise<Streaks & { lastInteractionAt: Date | null }> =>
  (await streaks.findStreak(ctx.db, email)) ?? {
    currentStreak: 0,
    maxStreak: 0,
    lastInteractionAt: null,
  };

/** Credits a batch of readings; doing so again changes nothing. What is in the future is left out and told. */
export const importReadings = async (
  ctx: Context,
  readings: readonly Reading[],
): Promise<ImportOutcome> => {
  const refused: number[] = [];
  const accepted: { email: string; day: string; at: Date }[] = [];
  const today = civilDayOf(ctx.now());
  for (const [index, { email, at }] of readings.entries()) {
    if (at instanceof Date ? isFuture(ctx, at) : at.day > today) refused.push(index);
    else if (at instanceof Date) accepted.push({ email, day: civilDayOf(at), at });
    else accepted.push({ email, day: at.day, at: noonOf(at.day, ctx.now()) });
  }
  const readers =
    accepted.length > 0
      ? await inTransaction(ctx, ({ db }) => streaks.creditReadings(db, accepted))
      : 0;
  return { credited: accepted.length, readers, refused };
};

const isFuture = (ctx: Context, at: Date): boolean =>
  at.getTime() > ctx.now().getTime() + toleranceMs;

/** The moment that stands for a day of which no hour is known: about noon in São Paulo, and not in the future. */
const noonOf = (day: string, now: Date): Date => {
  const noon = new Date(`${day}T15:00:00Z`);
  return noon < now ? noon : now;
};
