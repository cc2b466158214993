import type { Streaks } from '../../db/streaks/streaks.ts';
import * as streaks from '../../db/streaks/streaks.ts';
import { hasTicket } from '../../db/tickets/tickets.ts';
import { recordAct } from '../audit/service.ts';
import { civilDayOf, isFuture, momentOf } from '../core/civil-time.ts';
import {
  type CheckedContext,
  type Context,
  hasRole,
  inTransaction,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { ImportOutcome } from './outputs.ts';

/** A reading at a moment or, if the hour is unknown, on a civil day (`YYYY-MM-DD`, São Paulo). */
export interface Reading {
  /** The e-mail in lower case. */
  email: string;
  at: Date | { day: string };
}

/**
 * Credits the civil day of a reading (a moment or a day) to its reader and returns the new streaks.
 * Crediting a day again only changes the last activity (docs/behaviour/streaks.md#streaks).
 * @param reading.at the default is now
 * @throws AppError `forbidden`; `invalid-request` for a reading in the future
 */
export const recordReading = async (
  ctx: Context,
  reading: { email: string; at?: Reading['at'] | undefined },
): Promise<Streaks> => {
  requireRole(ctx, 'admin');
  const given = reading.at ?? ctx.now();
  if (isAhead(ctx, given)) {
    throw new AppError('invalid-request', { detail: 'at must not be in the future' });
  }
  const { day, at } = creditOf(ctx, given);
  return inTransaction(ctx, async (tx) => {
    const credited = await streaks.creditReading(tx.db, { email: reading.email, day, at });
    await recordAct(tx, {
      action: 'streaks.recordReading',
      target: `streak:${reading.email}`,
      changes: [{ field: 'day', after: day }],
    });
    return credited;
  });
};

/**
 * Returns a reader's streaks and credited days, oldest first; 0 without any. For administrators, and for
 * agents if the reader has a ticket.
 * @throws AppError `forbidden`; `person-not-found` if the e-mail is unknown
 */
export const getStreak = async (
  ctx: Context,
  email: string,
): Promise<Streaks & { lastInteractionAt: Date | null; days: string[] }> => {
  requireRole(ctx, 'agent');
  await requireTicketOf(ctx, email);
  const streak = await streaks.findStreak(ctx.db, email);
  if (streak) return { ...streak, days: await streaks.listCreditedDays(ctx.db, email) };
  await checkKnown(ctx, email);
  return { currentStreak: 0, maxStreak: 0, lastInteractionAt: null, days: [] };
};

/**
 * Refuses an unknown person, and to agents also a person without a ticket.
 * @throws AppError `forbidden`, `person-not-found`
 */
export const requireKnownReader = async (ctx: CheckedContext, email: string): Promise<void> => {
  await requireTicketOf(ctx, email);
  await checkKnown(ctx, email);
};

const requireTicketOf = async (ctx: CheckedContext, email: string): Promise<void> => {
  if (!hasRole(ctx.actor, 'admin') && !(await hasTicket(ctx.db, email))) {
    throw new AppError('forbidden', { requiredRole: 'admin' });
  }
};

/** Requires a known person. @throws AppError `person-not-found` if the e-mail is unknown */
export const checkKnown = async ({ db }: CheckedContext, email: string): Promise<void> => {
  if (!(await streaks.isKnownPerson(db, email))) throw new AppError('person-not-found');
};

/**
 * Credits a batch of readings, except those in the future; repeating it changes nothing. A dry run writes
 * nothing.
 */
export const importReadings = async (
  ctx: Context,
  readings: readonly Reading[],
  { dryRun }: { dryRun?: boolean | undefined } = {},
): Promise<ImportOutcome> => {
  requireRole(ctx, 'admin');
  const refused: number[] = [];
  const accepted: { email: string; day: string; at: Date }[] = [];
  for (const [index, { email, at }] of readings.entries()) {
    if (isAhead(ctx, at)) refused.push(index);
    else accepted.push({ email, ...creditOf(ctx, at) });
  }
  const credited = accepted.length;
  if (credited === 0) return { credited, readers: 0, refused };
  const credit = async (tx: TxContext) => {
    const readers = await streaks.creditReadings(tx.db, accepted);
    await recordAct(tx, {
      action: 'streaks.importReadings',
      target: 'streak:import',
      changes: [
        { field: 'credited', after: credited },
        { field: 'readers', after: readers },
      ],
    });
    return { credited, readers, refused };
  };
  return inTransaction(ctx, credit, { dryRun });
};

/** Returns true if a reading is in the future, or on a day that has not begun. */
export const isAhead = (ctx: CheckedContext, at: Reading['at']): boolean =>
  at instanceof Date ? isFuture(at, ctx.now()) : at.day > civilDayOf(ctx.now());

export const creditOf = (ctx: CheckedContext, at: Reading['at']): { day: string; at: Date } =>
  at instanceof Date ? { day: civilDayOf(at), at } : { day: at.day, at: noonOf(at.day, ctx.now()) };

/** Returns the moment for a day without an hour: noon in São Paulo, or now if that is earlier. */
const noonOf = (day: string, now: Date): Date => {
  const noon = momentOf(day, 12);
  return noon < now ? noon : now;
};
