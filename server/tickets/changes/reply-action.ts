import type { TicketStatus } from '../../../db/schema.ts';
import { lockTicket } from '../../../db/tickets/tickets.ts';
import type { TxContext } from '../../core/context.ts';
import { orThrow } from '../../core/errors.ts';
import {
  defaultUndoSeconds,
  enqueueAgentMail,
  enqueueAutomaticReply,
} from '../../outbox/enqueue.ts';
import { authorOf } from '../conversation/author.ts';
import { filledReply } from '../replying/reply.ts';
import { requireFiles, saveReply } from '../replying/save-reply.ts';

/** The author of a rule's replies. */
const ruleAuthor = 'Resposta automática';

/**
 * Saves a reply with its variables filled in and enqueues its mail; returns the message. The agent's unsent
 * text stays.
 * @throws AppError `ticket-closed` for an erased ticket; `reply-variables-missing`, `reply-empty`; with
 * `sendEmail` `requester-without-email`, `mail-not-configured`
 */
export const addReply = async (
  tx: TxContext,
  ticketId: number,
  reply: {
    html: string;
    sendEmail: boolean;
    resolvedFrom: TicketStatus | undefined;
    automatic: boolean;
  },
): Promise<number> => {
  const { automatic, resolvedFrom } = reply;
  const ticket = orThrow(await lockTicket(tx.db, ticketId), 'ticket-not-found');
  const written = await requireFiles(tx, ticket, {
    author: automatic ? ruleAuthor : authorOf(tx.actor),
    origin: automatic ? 'ai' : 'agent',
    body: filledReply(tx, ticket, reply.html),
    automatic,
    cc: [],
    attachmentIds: [],
    resolve: false,
  });
  const { messageId } = await saveReply(tx, ticket, written);
  if (reply.sendEmail) {
    const enqueue = automatic ? enqueueAutomaticReply : enqueueAgentMail;
    await enqueue(tx, { ticket, messageId, undoSeconds: defaultUndoSeconds, resolvedFrom });
  }
  return messageId;
};
