import * as wishes from '../../db/reminders/wishes.ts';
import { recordAct } from '../audit/service.ts';
import {
  anybody,
  type Context,
  inTransaction,
  requireEmail,
  type TxContext,
} from '../core/context.ts';
import { type ReminderMail, readUnsubscribeToken } from './links.ts';

export interface ReminderWish {
  enabled: boolean;
}

/** Returns whether the caller has the reminder on. @throws AppError `invalid-token` without an e-mail */
export const getMyReminder = async (ctx: Context): Promise<ReminderWish> => {
  requireEmail(ctx);
  return { enabled: await wishes.isReminderEnabled(ctx.db, ctx.actor.email) };
};

/** Turns the caller's reminder on or off. @throws AppError `invalid-token` without an e-mail */
export const updateMyReminder = async (
  ctx: Context,
  { enabled }: ReminderWish,
): Promise<ReminderWish> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  await inTransaction(ctx, async (tx) => {
    if (await wishes.upsertReminder(tx.db, { email, enabled, at: tx.now() })) {
      await recordWish(tx, email, enabled);
    }
  });
  return { enabled };
};

/** Verifies the link of a mail and changes nothing. @throws AppError `invalid-token` */
export const checkUnsubscribeLink = async (ctx: Context, token: string): Promise<void> => {
  anybody(ctx);
  await readUnsubscribeToken(ctx, token);
};

/** Turns a reminder off by the link of a mail; idempotent. @throws AppError `invalid-token` */
export const unsubscribe = async (ctx: Context, token: string): Promise<void> => {
  anybody(ctx);
  const id = await readUnsubscribeToken(ctx, token);
  await inTransaction(ctx, (tx) => turnOff(tx, { id }));
};

/** Turns a reminder off whose mail did not arrive, unless the reader turned it on on a later day. */
export const handleReturnedReminder = (tx: TxContext, mail: ReminderMail): Promise<void> =>
  turnOff(tx, mail);

const turnOff = async (tx: TxContext, mail: { id: string; day?: string }): Promise<void> => {
  const email = await wishes.disableReminder(tx.db, { ...mail, at: tx.now() });
  if (email !== undefined) await recordWish(tx, email, false);
};

const recordWish = (tx: TxContext, email: string, enabled: boolean): Promise<void> =>
  recordAct(tx, {
    action: 'streaks.updateReminder',
    target: `streak:${email}`,
    changes: [{ field: 'enabled', after: enabled }],
  });
