import { listFilesOfMessage } from '../../../db/attachments/sending.ts';
import * as outbox from '../../../db/outbox/outbox.ts';
import { findMessage, findMessageTicket } from '../../../db/tickets/messages.ts';
import type { TicketRow } from '../../../db/tickets/tickets.ts';
import { recordAct } from '../../audit/service.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../../core/context.ts';
import { AppError, orThrow } from '../../core/errors.ts';
import { enqueueAgentMail, resendAgentMail } from '../../outbox/enqueue.ts';
import { findMailState } from '../../outbox/mail-state.ts';
import type { MailState } from '../../outbox/outputs.ts';
import { sendMail } from '../../outbox/send.ts';
import { lockUnmerged } from '../../ticket-status/lock.ts';

/**
 * Mails one of our saved messages once. A pending mail is reused; a failed, bounced or dropped one is sent
 * to the ticket's current requester.
 * @throws AppError `message-not-found`, also for a requester's message; `ticket-merged`,
 * `mail-already-sent`, `requester-without-email`, `mail-not-configured`
 */
export const mailMessage = async (
  ctx: Context,
  messageId: number,
): Promise<{ mailId: number; mail: MailState }> => {
  requireRole(ctx, 'agent');
  const mailId = await inTransaction(ctx, async (tx) => {
    const message = orThrow(await findMessageTicket(tx.db, messageId), 'message-not-found');
    if (message.origin === 'requester') throw new AppError('message-not-found');
    // Every writer of messages and mails takes this lock first.
    const ticket = await lockUnmerged(tx, message.ticketId);
    const found = await outbox.findMailOfMessage(tx.db, messageId);
    if (found?.status === 'pending') return found.id;
    if (found) await resendAgentMail(tx, found.id, ticket);
    const id = found?.id ?? (await mailNow(tx, ticket, messageId));
    const changes = [{ field: 'mails', after: id }];
    await recordAct(tx, {
      action: 'tickets.mailMessage',
      target: `ticket:${message.ticketId}`,
      changes,
    });
    return id;
  });
  await sendMail(ctx, mailId);
  return { mailId, mail: await findMailState(ctx, messageId) };
};

const mailNow = async (tx: TxContext, ticket: TicketRow, messageId: number): Promise<number> => {
  const message = orThrow(await findMessage(tx.db, messageId), 'message-not-found');
  const attachmentIds = await listFilesOfMessage(tx.db, messageId);
  const { cc } = message;
  const mail = { ticket, messageId, undoSeconds: 0, cc, attachmentIds };
  return (await enqueueAgentMail(tx, mail)).mailId;
};
