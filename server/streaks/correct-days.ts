import { countLostDay, findFirstDays, restoreDay } from '../../db/streaks/restore-day.ts';
import * as streaks from '../../db/streaks/streaks.ts';
import { recordAct, recordActs } from '../audit/service.ts';
import { addDays, civilDayOf } from '../core/civil-time.ts';
import { type ConfirmOptions, type Counted, counted, onlyCounts } from '../core/confirm.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { checkKnown, creditOf, isAhead } from './service.ts';

/** An operator's correction of a reader's streak: a civil day (`YYYY-MM-DD`, São Paulo) and the reason. */
interface DayCorrection {
  /** The e-mail in lower case. */
  email: string;
  day: string;
  reason: string;
}

export interface CorrectedStreaks extends streaks.Streaks {
  changed: boolean;
}

/**
 * Credits a day to a reader for a reason that the audit trail stores; a credited day changes nothing. The
 * cached global ranking shows it at its next renewal, as with readings.
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

const newDays = 30;

const firstDayOf = async (ctx: CheckedContext, email: string, isNew: boolean): Promise<string> => {
  const { read, known } = await findFirstDays(ctx.db, email);
  const recent = addDays(civilDayOf(ctx.now()), -newDays);
  const days = [read, known, isNew || read === null ? recent : null];
  return days.reduce<string>((first, day) => (day !== null && day < first ? day : first), '9999');
};

const batchSize = 1_000;

/**
 * Credits a day to every reader whose streak broke on it: those who read on the day before but not on it.
 * Only counts unless `expected` is the total. Works in batches, each a transaction; a repeated call
 * continues an interrupted one.
 * @throws AppError `forbidden`; `day-out-of-range` for today, the future, or a day before the first reading;
 * `bulk-outdated` if the total differs
 */
export const addDayForAll = async (
  ctx: Context,
  { day, reason, ...confirm }: { day: string; reason: string } & ConfirmOptions,
): Promise<Counted> => {
  requireRole(ctx, 'admin');
  const { readers, firstDay } = await inTransaction(ctx, ({ db }) => countLostDay(db, day));
  if (day >= civilDayOf(ctx.now()) || firstDay === null || day <= firstDay) {
    throw new AppError('day-out-of-range');
  }
  const outcome = (dryRun: boolean, count: number) => counted(dryRun, [{ kind: 'readers', count }]);
  if (onlyCounts(readers, confirm, { code: 'bulk-outdated', what: 'readers lost the day' })) {
    return outcome(true, readers);
  }
  const changes = [
    { field: 'day', after: day },
    { field: 'reason', after: reason },
  ];
  const { at } = creditOf(ctx, { day });
  const restoreSome = (after: string) =>
    inTransaction(ctx, async (tx) => {
      const emails = await restoreDay(tx.db, { day, at, after, limit: batchSize });
      const items = emails.map((email) => ({ target: `streak:${email}`, changes }));
      await recordActs(tx, 'streaks.addDayForAll', items);
      return emails;
    });
  let restored = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const emails: string[] = await restoreSome(after);
    restored += emails.length;
    after = emails.length < batchSize ? undefined : emails.at(-1);
  }
  return outcome(false, restored);
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
