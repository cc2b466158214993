import * as streaks from '../../db/streaks/streaks.ts';
import { recordAct } from '../audit/service.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { checkKnown, creditOf, isAhead } from './service.ts';

/**
 * A correction of a reader's streak by an operator: a civil day (`YYYY-MM-DD`, São Paulo), and why.
 */
export interface DayCorrection {
  /** In lower case. */
  email: string;
  day: string;
  reason: string;
}

/** The streaks after a correction, and whether it changed anything. */
export interface CorrectedStreaks extends streaks.Streaks {
  changed: boolean;
}

/**
 * Credits a day to a reader, for a reason that the audit trail stores. A day that is credited
 * already changes nothing. As with readings, the cached global ranking follows at its next renewal.
 *
 * @throws AppError `forbidden`; `invalid-request` for a day in the future; `person-not-found` for
 * an unknown e-mail that is not `new`
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
  return inTransaction(ctx, async (tx) => {
    if (await streaks.lockCreditedDay(tx.db, email, day)) return streaksOf(tx, email, false);
    const credited = await streaks.creditReading(tx.db, { email, ...creditOf(tx, { day }) });
    const changes = [
      { field: 'day', after: day },
      { field: 'reason', after: reason },
    ];
    await recordAct(tx, { action: 'streaks.addDay', target: `streak:${email}`, changes });
    return { ...credited, changed: true };
  });
};

/**
 * Removes a credited day of a reader, for a reason that the audit trail stores. The last activity
 * stays.
 *
 * @throws AppError `forbidden`; `day-not-credited`
 */
export const removeDay = async (
  ctx: Context,
  { email, day, reason }: DayCorrection,
): Promise<CorrectedStreaks> => {
  requireRole(ctx, 'admin');
  return inTransaction(ctx, async (tx) => {
    if (!(await streaks.lockCreditedDay(tx.db, email, day))) throw new AppError('day-not-credited');
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
