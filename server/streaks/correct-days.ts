import * as streaks from '../../db/streaks/streaks.ts';
import { recordAct } from '../audit/service.ts';
import { addDays, civilDayOf } from '../core/civil-time.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { CorrectedStreaks } from './outputs.ts';
import { checkKnown, creditOf, isAhead } from './service.ts';

/** An operator's correction of a reader's streak: a civil day (`YYYY-MM-DD`, São Paulo) and the reason. */
interface DayCorrection {
  /** The e-mail in lower case. */
  email: string;
  day: string;
  reason: string;
}

/**
 * Credits a day to a reader for a reason that the audit trail stores; a credited day changes nothing, but
 * one that all were given stays if that is undone. The cached global ranking shows it at its next renewal.
 * @throws AppError `forbidden`; `invalid-request` for a day in the future; `person-not-found` for an unknown
 * e-mail that is not `new`; `day-out-of-range` for a day before the reader's first known day, or for a `new`
 * one before the last 30 days
 */
export const addDay = async (
  ctx: Context,
  { email, day, reason, new: isNew }: DayCorrection & { new: boolean },
): Promise<CorrectedStreaks> => {
  requireRole(ctx, 'admin');
  if (!isNew) await checkKnown(ctx, email);
  if (isAhead(ctx, { day })) {
    throw new AppError('invalid-request', { detail: 'day must not be in the future' });
  }
  if (day < (await firstDayOf(ctx, email, isNew))) throw new AppError('day-out-of-range');
  return inTransaction(ctx, async (tx) => {
    const { credited, onlyGiven } = await streaks.lockDay(tx.db, email, day);
    if (credited && !onlyGiven) return streaksOf(tx, email, false);
    const after = await streaks.creditReading(tx.db, { email, ...creditOf(tx, { day }) });
    const changes = [
      { field: 'day', after: day },
      { field: 'reason', after: reason },
    ];
    await recordAct(tx, { action: 'streaks.addDay', target: `streak:${email}`, changes });
    return { ...after, changed: !credited };
  });
};

const newDays = 30;

const firstDayOf = async (ctx: CheckedContext, email: string, isNew: boolean): Promise<string> => {
  const { read, known } = await streaks.findFirstDays(ctx.db, email);
  const recent = addDays(civilDayOf(ctx.now()), -newDays);
  const days = [read, known, isNew || read === null ? recent : null];
  return days.reduce<string>((first, day) => (day !== null && day < first ? day : first), '9999');
};

/**
 * Removes a credited day of a reader for a reason that the audit trail stores; the last activity stays.
 * @throws AppError `forbidden`; `day-not-credited`
 */
export const removeDay = async (
  ctx: Context,
  { email, day, reason }: DayCorrection,
): Promise<CorrectedStreaks> => {
  requireRole(ctx, 'admin');
  return inTransaction(ctx, async (tx) => {
    const { credited } = await streaks.lockDay(tx.db, email, day);
    if (!credited) throw new AppError('day-not-credited');
    await streaks.removeCreditedDay(tx.db, email, day);
    const changes = [
      { field: 'day', before: day },
      { field: 'reason', after: reason },
    ];
    await recordAct(tx, { action: 'streaks.removeDay', target: `streak:${email}`, changes });
    return streaksOf(tx, email, true);
  });
};

const streaksOf = async (
  { db }: TxContext,
  email: string,
  changed: boolean,
): Promise<CorrectedStreaks> => {
  const { currentStreak, maxStreak } = (await streaks.findStreak(db, email)) ?? {
    currentStreak: 0,
    maxStreak: 0,
  };
  return { currentStreak, maxStreak, changed };
};
