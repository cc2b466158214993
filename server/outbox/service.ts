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
import { getPage, mapPage } from '../core/page.ts';
import { changeStatus } from '../ticket-status/change.ts';
import type { ListedMails, Undone } from './outputs.ts';
import { hourlyLimitReached, sendMail } from './send.ts';

/**
 * Lists mails newest first. Agents may list those of a ticket, administrators all. @throws AppError
 * `forbidden`
 */
export const listMails = async (ctx: Context, page: outbox.MailPage): Promise<ListedMails> => {
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

const waitingFor = (
  ctx: Context,
  mail: MailRow,
  limited: boolean,
): ListedMails['items'][number]['waitingFor'] => {
  if (mail.status !== 'pending') return null;
  if (mail.heldAt) return 'held';
  if (mail.undoUntil && mail.undoUntil > ctx.now()) return 'undo';
  if (mail.dueAt > ctx.now()) return 'retry';
  if (!ctx.mail || ctx.mail.paused) return 'mail-off';
  return limited ? 'hourly-limit' : null;
};

const retryable = ['pending', 'failed', 'unknown', 'dropped'] as const;

/**
 * Sends a mail again. A mail in state `unknown` may arrive twice, both times with the same Message-ID.
 * @throws AppError `mail-not-found`; `mail-already-sent` if it was sent or is in flight
 */
export const retryMail = async (ctx: Context, id: number): Promise<MailRow> => {
  requireRole(ctx, 'admin');
  await moveMail(ctx, id, 'outbox.retry', 'pending');
  await sendMail(ctx, id);
  return orThrow(await outbox.findMail(ctx.db, id), 'mail-not-found');
};

/**
 * Cancels an unsent mail; it stays listed and can be retried.
 * @throws AppError `mail-not-found`; `mail-already-sent` if it was sent or is in flight
 */
export const dropMail = async (ctx: Context, id: number): Promise<void> => {
  requireRole(ctx, 'admin');
  await moveMail(ctx, id, 'outbox.drop', 'dropped');
};

/**
 * Undoes an unsent mail: deletes it with its message or note, reopens its draft, leaves its files on the
 * ticket and restores the status that the reply changed. A lock prevents a concurrent attempt to send it.
 * @returns the content of a scheduled reply or a forward
 * @throws AppError `mail-not-found`, also if it was undone; `mail-not-undoable` if it is too late
 */
export const undoMail = async (ctx: Context, id: number): Promise<Undone> => {
  requireRole(ctx, 'agent');
  return inTransaction(ctx, async (tx) => {
    const found = orThrow(await outbox.findMail(tx.db, id), 'mail-not-found');
    // Every writer of messages locks the ticket first.
    const ticket = await lockTicket(tx.db, found.ticketId);
    const mail = orThrow(await outbox.deleteUndoableMail(tx.db, id), 'mail-not-undoable');
    await deleteUndone(tx, mail);
    await touchTickets(tx.db, [mail.ticketId], tx.now());
    // The status is not restored if it was changed meanwhile.
    if (mail.resolvedFrom !== null && ticket?.status === 'resolved') {
      await changeStatus(tx, mail.ticketId, mail.resolvedFrom);
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

/**
 * Deletes a message of a locked ticket together with its unsent mail; returns false if it is too late or
 * there was no mail.
 */
export const unsendMessage = async (tx: TxContext, messageId: number): Promise<boolean> => {
  const found = await outbox.findMailOfMessage(tx.db, messageId);
  const mail = found && (await outbox.deleteUndoableMail(tx.db, found.id));
  if (!mail) return false;
  await deleteUndone(tx, mail);
  return true;
};

const restored = (mail: outbox.UndoneMail): Omit<Undone, 'undone'> => {
  const { content, forward, attachmentIds, recipient } = mail;
  const others = mail.cc.map(({ email }) => email);
  if (forward) return { html: forward.html, attachmentIds, to: [recipient, ...others] };
  if (!content) return {};
  return { html: content.draft ? null : content.body, attachmentIds, cc: others };
};

/** Deletes the message or note of a mail and reopens its draft. */
const deleteUndone = async (
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
    // The mail's status may change the ticket, so every writer of both locks the ticket first.
    await lockTicket(tx.db, ticketId);
    if (!(await outbox.moveMail(tx.db, id, retryable, to))) throw new AppError('mail-already-sent');
    const changes = [{ field: 'status', after: to }];
    await recordAct(tx, { action, target: `mail:${id}`, changes });
  });
};
