import * as inbound from '../../db/inbound/inbound.ts';
import { findForwardContent } from '../../db/outbox/forwards.ts';
import { insertMentions, insertNote } from '../../db/tickets/notes.ts';
import { touchTickets } from '../../db/tickets/tickets.ts';
import { recordAct } from '../audit/service.ts';
import type { TxContext } from '../core/context.ts';
import { htmlText } from '../text/html.ts';
import type { PersonMail } from './judge.ts';
import { readContent } from './mail-content.ts';
import { type Arrival, type Ingested, insertMail, type KnownMail } from './store.ts';
import type { AnsweredForward } from './thread.ts';

/**
 * Makes what somebody answered to a forward a note on its ticket, and tells the agent who forwarded
 * it. The ticket stays as it is.
 */
export const takeForwardAnswer = async (
  tx: TxContext,
  known: KnownMail,
  mail: PersonMail,
  arrival: Arrival,
  forward: AnsweredForward,
): Promise<Ingested & { inboundId: number }> => {
  const { ticketId } = forward;
  const stored = await insertMail(tx, known, { outcome: 'reply', reason: null }, arrival);
  if ('known' in stored) return { outcome: 'duplicate', inboundId: stored.known.id };
  const content = await findForwardContent(tx.db, forward.noteId);
  const sent = content ? [htmlText(content.html), htmlText(content.forwarded)] : [];
  const { text, folded, notice } = readContent(mail, sent);
  const { address, name } = mail.person ?? {};
  const noteId = await insertNote(tx.db, {
    ticketId,
    author: name && address ? `${name} <${address}>` : (address ?? 'Anônimo'),
    body: text,
    inPrompt: false,
    createdAt: tx.now(),
    mailed: { personEmail: address, folded, notice },
  });
  // An agent without an e-mail is not told, nor one who was erased.
  if (forward.agent.includes('@')) await insertMentions(tx.db, noteId, [forward.agent]);
  await touchTickets(tx.db, [ticketId], tx.now());
  await inbound.updateInbound(tx.db, stored.id, {
    ticket_id: ticketId,
    note_id: noteId,
    attachments_pending: mail.attachments.length > 0,
  });
  await recordAct(tx, {
    action: 'inbound.ingest',
    target: `ticket:${ticketId}`,
    changes: [{ field: 'notes', after: noteId }],
  });
  return { outcome: 'reply', ticketId, inboundId: stored.id };
};
