import type { ThreadRow } from '../../db/replies/replies.ts';
import * as replies from '../../db/replies/replies.ts';
import { lockTicket } from '../../db/tickets/tickets.ts';
import { recordAct } from '../audit/service.ts';
import { type CheckedContext, inTransaction } from '../core/context.ts';
import { enqueueMail } from '../outbox/enqueue.ts';
import { appendMessage } from '../tickets/service.ts';

export interface SavedReply {
  messageId: number;
  mailId: number | undefined;
}

export interface SaveOptions {
  author: string;
  sendEmail: boolean;
  /** The batch's idempotency key. */
  batch: string | undefined;
}

/**
 * Saves a reply and enqueues its mail in one transaction, unless the ticket does not exist, is closed, has a
 * newer message, or already has a reply of this batch.
 */
export const saveReply = (
  ctx: CheckedContext,
  thread: ThreadRow,
  reply: { html: string; confidence: number },
  { author, sendEmail, batch }: SaveOptions,
): Promise<SavedReply | 'ticket-not-found' | 'ticket-closed' | 'newer-message' | 'already-saved'> =>
  inTransaction(ctx, async (tx) => {
    // Every writer of messages takes this lock, so the checks below hold until the commit.
    const ticket = await lockTicket(tx.db, thread.id);
    if (!ticket) return 'ticket-not-found';
    if (batch !== undefined) {
      const saved = await replies.listBatchReplies(tx.db, batch);
      if (saved.some(({ ticketId }) => ticketId === thread.id)) return 'already-saved';
    }
    const lastId = (await replies.findLastMessageId(tx.db, thread.id)) ?? 0;
    if (lastId !== thread.lastMessageId) return 'newer-message';
    if (ticket.status === 'closed') return 'ticket-closed';
    const messageId = await appendMessage(tx, ticket, {
      author,
      origin: 'ai',
      body: reply.html,
    });
    await recordAct(tx, {
      action: 'replies.save',
      target: `ticket:${thread.id}`,
      changes: [{ field: 'confidence', after: reply.confidence }],
    });
    if (batch !== undefined) {
      await replies.insertBatchReply(tx.db, {
        batch,
        ticketId: thread.id,
        messageId,
        confidence: reply.confidence,
        createdAt: tx.now(),
      });
    }
    if (!sendEmail) return { messageId, mailId: undefined };
    const mail = await enqueueMail(tx, { ticket, messageId, undoSeconds: 0 });
    return { messageId, mailId: mail?.mailId };
  });
