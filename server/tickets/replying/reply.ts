import { findQuickReply } from '../../../db/quick-replies/quick-replies.ts';
import type { TicketRow } from '../../../db/tickets/tickets.ts';
import { type Context, requireRole, type TxContext } from '../../core/context.ts';
import { AppError, orThrow } from '../../core/errors.ts';
import { safePicturedHtml } from '../../markup/sanitise.ts';
import { fillVariables } from '../../quick-replies/variables.ts';
import { asHtml } from '../../text/plain-text.ts';
import { agentNameOf, authorOf } from '../conversation/author.ts';
import type { SentReply } from '../outputs.ts';
import { clearSentText } from './composing.ts';
import { type Sending, sendReply } from './send-reply.ts';

type ReplyText = { html: string } | { quickReplyId: number };

/**
 * Saves an agent's reply with its variables filled in and clears their unsent text; `outbox.undo` can undo
 * it for `undoSeconds`.
 * @param sending with `composingRevision`, an unsent text of another revision refuses the reply
 * @throws AppError like {@link sendReply}, and `ticket-merged`, `quick-reply-not-found`, `composing-changed`,
 * `reply-variables-missing` with the variables
 */
export const replyToTicket = (
  ctx: Context,
  id: number,
  text: ReplyText,
  { composingRevision, ...sending }: Sending & { composingRevision?: number | undefined },
): Promise<SentReply> => {
  requireRole(ctx, 'agent');
  return sendReply(ctx, id, sending, {
    request: text,
    act: { action: 'tickets.reply', target: `ticket:${id}` },
    compose: async (tx, ticket) => {
      await clearSentText(tx, id, composingRevision);
      return {
        author: authorOf(tx.actor),
        origin: 'agent',
        body: filledReply(tx, ticket, await writtenText(tx, text)),
      };
    },
  });
};

const writtenText = async (tx: TxContext, text: ReplyText): Promise<string> =>
  'html' in text
    ? text.html
    : orThrow(await findQuickReply(tx.db, text.quickReplyId), 'quick-reply-not-found').content;

/** Fills in variables and sanitises. @throws AppError `reply-variables-missing` with the variables */
export const filledReply = (tx: TxContext, ticket: TicketRow, written: string): string => {
  const { html, missing } = fillVariables(asHtml(written), {
    nome: ticket.requesterName ?? undefined,
    primeiro_nome: ticket.requesterName?.split(/\s+/)[0],
    ticket: String(ticket.id),
    newsletter: ticket.newsletter ?? undefined,
    atendente: agentNameOf(tx.actor),
  });
  if (missing.length > 0) {
    throw new AppError('reply-variables-missing', { detail: missing.join(', ') });
  }
  return safePicturedHtml(html);
};
