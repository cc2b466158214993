import type { MailRow } from '../../db/outbox.ts';
import * as outbox from '../../db/outbox.ts';
import type { MailStatus } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { AppError, orThrow } from '../errors.ts';
import { deliverMail } from './outbox.ts';

/** A page of the outbox, newest first, and the cursor of the next page or null after the last one. */
export const listMails = async (
  ctx: Context,
  page: {
    status?: MailStatus | undefined;
    ticketId?: number | undefined;
    beforeId?: number | undefined;
    limit: number;
  },
): Promise<{ items: MailRow[]; nextCursor: string | null }> => {
  const rows = await outbox.listMails(ctx.db, { ...page, limit: page.limit + 1 });
  const items = rows.slice(0, page.limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > page.limit && last ? String(last.id) : null };
};

/**
 * Sends a mail that waits, was given up, is in doubt or was dropped, and answers how it stands then. One in doubt may arrive a second
 * time: with the same Message-ID.
 *
 * @throws AppError `mail-not-found`; `mail-already-sent` also while it is being sent
 */
export const retryMail = async (ctx: Context, id: number): Promise<MailRow> => {
  await move(ctx, id, ['pending', 'failed', 'unknown', 'dropped'], {
    status: 'pending',
    dueAt: ctx.now(),
  });
  await deliverMail(ctx, id);
  return orThrow(await outbox.findMail(ctx.db, id), 'mail-not-found');
};

/**
 * Withdraws a mail that has not been sent: it stays in the list, and is sent only where an operator retries it.
 *
 * @throws AppError `mail-not-found`; `mail-already-sent` also while it is being sent
 */
export const dropMail = (ctx: Context, id: number): Promise<void> =>
  move(ctx, id, ['pending', 'failed', 'unknown', 'dropped'], { status: 'dropped' });

const move = async (
  ctx: Context,
  id: number,
  from: readonly MailStatus[],
  to: { status: MailStatus; dueAt?: Date },
): Promise<void> => {
  if (await outbox.moveMail(ctx.db, id, from, to)) return;
  orThrow(await outbox.findMail(ctx.db, id), 'mail-not-found');
  throw new AppError('mail-already-sent');
};
