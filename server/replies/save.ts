import type { ThreadRow } from '../../db/replies.ts';
import * as replies from '../../db/replies.ts';
import { lockTicket } from '../../db/tickets.ts';
import { type Context, inTransaction } from '../context.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { addMessage } from '../tickets/service.ts';

/** What a saved reply became: its message and, where it is to be mailed, its mail in the outbox. */
export interface SavedReply {
  messageId: number;
  mailId: number | undefined;
}

/** How a batch saves its replies. */
export interface SaveOptions {
  author: string;
  sendEmail: boolean;
  /** Names the batch where it came with an idempotency key. */
  batch: string | undefined;
}

/**
 * Saves a reply on its ticket and puts its mail into the outbox, both or neither. Nothing is saved where the ticket is gone or somebody
 * has written on it since it was read. Of a named batch, a ticket that has its reply already keeps it.
 */
export const saveReply = (
  ctx: Context,
  thread: ThreadRow,
  reply: { html: string; confidence: number },
  { author, sendEmail, batch }: SaveOptions,
): Promise<SavedReply | 'ticket-not-found' | 'newer-message' | 'already-saved'> =>
  inTransaction(ctx, async (tx) => {
    // Whoever writes on a ticket holds it: what is read from here on stays so.
    if (!(await lockTicket(tx.db, thread.id))) return 'ticket-not-found';
    if (batch !== undefined) {
      const saved = await replies.listBatchReplies(tx.db, batch);
      if (saved.some(({ ticketId }) => ticketId === thread.id)) return 'already-saved';
    }
    const lastId = (await replies.findLastMessageId(tx.db, thread.id)) ?? 0;
    if (lastId !== thread.lastMessageId) return 'newer-message';
    const { id: messageId } = await addMessage(tx, {
      ticketId: thread.id,
      author,
      origin: 'ai',
      body: reply.html,
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
    if (!sendEmail || !tx.mail || !thread.requesterEmail) return { messageId, mailId: undefined };
    const mailId = await enqueueMail(tx, tx.mail, {
      ticketId: thread.id,
      messageId,
      recipient: thread.requesterEmail,
      recipientName: thread.requesterName,
      subject: thread.subject,
    });
    return { messageId, mailId };
  });
