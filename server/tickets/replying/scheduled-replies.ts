import * as later from '../../../db/outbox/scheduled-replies.ts';
import { approveDraft } from '../../../db/replies/drafts.ts';
import { lockTicket, type TicketRow } from '../../../db/tickets/tickets.ts';
import { type CheckedContext, inTransaction, type TxContext } from '../../core/context.ts';
import { AppError, orThrow } from '../../core/errors.ts';
import { type EnqueuedMail, enqueueScheduledReply } from '../../outbox/enqueue.ts';
import { mailIdOf } from '../../outbox/signed-ids.ts';
import { pauseReply } from './pause-scheduled-replies.ts';
import { type ReplyToSave, requireFiles, saveReply } from './save-reply.ts';

/** Schedules a reply to a locked ticket. */
export const scheduleReply = async (
  tx: TxContext,
  ticket: TicketRow,
  { sendAt, cc, attachmentIds, ...reply }: ReplyToSave & { sendAt: Date; sendEmail: boolean },
): Promise<EnqueuedMail> => {
  const { draft } = reply;
  if (draft) {
    const { id, changedShare } = draft;
    await approveDraft(tx.db, id, { messageId: null, changedShare, decidedAt: tx.now() });
  }
  return enqueueScheduledReply(tx, { ticket, sendAt, cc, attachmentIds, content: reply });
};

const pageSize = 50;

/** Saves due scheduled replies, whose mails are then due; pauses replies that cannot be saved. */
export const saveDueReplies = async (ctx: CheckedContext): Promise<void> => {
  for (const due of await later.listDueReplies(ctx.db, pageSize)) {
    await saveDue(ctx, due).catch((error) =>
      ctx.log.error({ err: error, mail: due.mailId }, 'saving a reply of later failed'),
    );
  }
};

const saveDue = async (
  ctx: CheckedContext,
  { mailId, ticketId }: { mailId: number; ticketId: number },
): Promise<void> => {
  try {
    await inTransaction(ctx, async (tx) => {
      const ticket = orThrow(await lockTicket(tx.db, ticketId), 'ticket-not-found');
      const due = await later.lockDueReply(tx.db, mailId);
      if (due) await save(tx, ticket, due);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
    ctx.log.warn({ err: error, mail: mailId }, 'a reply of later is held');
    await inTransaction(ctx, (tx) => pauseReply(tx, ticketId, mailId));
  }
};

const save = async (
  tx: TxContext,
  ticket: TicketRow,
  due: later.ScheduledReplyRow,
): Promise<void> => {
  const { mailId: id, cc, attachmentIds, content } = due;
  const { sendEmail, ...written } = content;
  const reply = await requireFiles(tx, ticket, { ...written, cc, attachmentIds });
  const { messageId } = await saveReply(tx, ticket, reply);
  if (!sendEmail) return later.deleteScheduledReply(tx.db, id);
  const { domain } = orThrow(tx.mail, 'mail-not-configured');
  const mailId = await mailIdOf(tx, { ticketId: ticket.id, messageId, domain });
  await later.updateToMessage(tx.db, id, { messageId, mailId });
};
