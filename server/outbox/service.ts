import type { MailRow } from '../../db/outbox/outbox.ts';
import * as outbox from '../../db/outbox/outbox.ts';
import { reopenDraft } from '../../db/replies/drafts.ts';
import type { MailStatus } from '../../db/schema.ts';
import { deleteMessage } from '../../db/tickets/messages.ts';
import { deleteNote } from '../../db/tickets/notes.ts';
import { lockTicket, touchTickets } from '../../db/tickets/tickets.ts';
import { recordAct } from '../audit/service.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { getPage, mapPage, type Page } from '../core/page.ts';
import { setTicketStatus } from '../tickets/service.ts';
import { hourlyLimitReached, sendMail } from './send.ts';

// What operators do with the outbox.

/**
 * A mail of the outbox; `waitingFor` says why a pending one has not left: null if it is about to.
 */
export interface ListedMail extends MailRow {
  waitingFor: 'held' | 'undo' | 'retry' | 'mail-off' | 'hourly-limit' | null;
}

/**
 * A page of the outbox, newest first; `nextCursor` is null on the last page. Agents may read that
 * of a ticket, administrators all of it.
 *
 * @throws AppError `forbidden`
 */
export const listMails = async (ctx: Context, page: outbox.MailPage): Promise<Page<ListedMail>> => {
  requireRole(ctx, page.ticketId === undefined ? 'admin' : 'agent');
  const found = await getPage(
    page.limit,
    (limit) => outbox.listMails(ctx.db, { ...page, limit }),
    ({ id }) => String(id),
  );
  const pending = found.items.some(({ status }) => status === 'pending');
  const limited = pending && (await hourlyLimitReached(ctx));
  return mapPage(found, (mail) => ({ ...mail, waitingFor: waitingFor(ctx, mail, limited) }));
};

const waitingFor = (ctx: Context, mail: MailRow, limited: boolean): ListedMail['waitingFor'] => {
  if (mail.status !== 'pending') return null;
  if (mail.heldAt) return 'held';
  if (mail.undoUntil && mail.undoUntil > ctx.now()) return 'undo';
  if (mail.dueAt > ctx.now()) return 'retry';
  if (!ctx.mail || ctx.mail.paused) return 'mail-off';
  return limited ? 'hourly-limit' : null;
};

const retryable = ['pending', 'failed', 'unknown', 'dropped'] as const;

/**
 * Sends a mail that is pending, failed, unknown or dropped, and returns its new state. An unknown
 * one may arrive twice, both times with the same Message-ID.
 *
 * @throws AppError `mail-not-found`; `mail-already-sent` if it was sent or is being sent
 */
export const retryMail = async (ctx: Context, id: number): Promise<MailRow> => {
  requireRole(ctx, 'admin');
  await moveMail(ctx, id, 'outbox.retry', 'pending');
  await sendMail(ctx, id);
  return orThrow(await outbox.findMail(ctx.db, id), 'mail-not-found');
};

/**
 * Drops a mail that has not been sent: it stays in the list and is sent only if an operator retries
 * it.
 *
 * @throws AppError `mail-not-found`; `mail-already-sent` if it was sent or is being sent
 */
export const dropMail = async (ctx: Context, id: number): Promise<void> => {
  requireRole(ctx, 'admin');
  await moveMail(ctx, id, 'outbox.drop', 'dropped');
};

/**
 * Takes back a mail that has not left, with its message or note; a draft that it came from is pending
 * again, its files are only on the ticket, and a ticket that it resolved has its former status. Of
 * an undo and the sending of the mail exactly one happens.
 *
 * @returns of a reply of later or a forward what it had, to go on with it
 * @throws AppError `mail-not-found`, also of a mail that was taken back; `mail-not-undoable` once
 * its time is over
 */
export const undoMail = async (ctx: Context, id: number): Promise<Undone> => {
  requireRole(ctx, 'agent');
  return inTransaction(ctx, async (tx) => {
    const found = orThrow(await outbox.findMail(tx.db, id), 'mail-not-found');
    // Every writer of messages takes this lock first.
    const ticket = await lockTicket(tx.db, found.ticketId);
    const mail = orThrow(await outbox.deleteUndoableMail(tx.db, id), 'mail-not-undoable');
    await takeBack(tx, mail);
    await touchTickets(tx.db, [mail.ticketId], tx.now());
    // Somebody may have given it another status meanwhile.
    if (mail.resolvedFrom !== null && ticket?.status === 'resolved') {
      await setTicketStatus(tx, mail.ticketId, mail.resolvedFrom);
    }
    await recordAct(tx, {
      action: 'outbox.undo',
      target: `ticket:${mail.ticketId}`,
      changes: [
        mail.noteId === null
          ? { field: 'messages', before: mail.messageId }
          : { field: 'notes', before: mail.noteId },
      ],
    });
    return { undone: true, ...restored(mail) };
  });
};

/** What is left of a mail that was taken back. */
export interface Undone extends Partial<Restored> {
  undone: true;
}

/** What a reply of later or a forward had; a draft has no text. */
interface Restored {
  html: string | null;
  attachmentIds: number[];
  cc: string[];
  to: string[];
}

const restored = (mail: outbox.UndoneMail): Partial<Restored> => {
  const { content, forward, attachmentIds, recipient } = mail;
  const others = mail.cc.map(({ email }) => email);
  if (forward) return { html: forward.html, attachmentIds, to: [recipient, ...others] };
  if (!content) return {};
  return { html: content.draft ? null : content.body, attachmentIds, cc: others };
};

/** Deletes what a mail was of, and makes the draft that it was pending again. */
const takeBack = async (
  tx: TxContext,
  { messageId, noteId, content }: outbox.UndoneMail,
): Promise<void> => {
  if (noteId !== null) await deleteNote(tx.db, noteId);
  if (messageId !== null) {
    await reopenDraft(tx.db, { messageId });
    await deleteMessage(tx.db, messageId);
  }
  if (content?.draft) await reopenDraft(tx.db, { draftId: content.draft.id });
};

const moveMail = async (
  ctx: CheckedContext,
  id: number,
  action: string,
  to: MailStatus,
): Promise<void> => {
  await inTransaction(ctx, async (tx) => {
    const { ticketId } = orThrow(await outbox.findMail(tx.db, id), 'mail-not-found');
    // The mail's status may change the ticket: every writer of both locks it first.
    await lockTicket(tx.db, ticketId);
    if (!(await outbox.moveMail(tx.db, id, retryable, to))) throw new AppError('mail-already-sent');
    const changes = [{ field: 'status', after: to }];
    await recordAct(tx, { action, target: `mail:${id}`, changes });
  });
};
