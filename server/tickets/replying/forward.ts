import type { z } from 'zod';
import { listFilesOfMessage, lockFiles } from '../../../db/attachments/sending.ts';
import { findForwardedMessage } from '../../../db/tickets/messages.ts';
import * as notes from '../../../db/tickets/notes.ts';
import { type TicketRow, touchTickets } from '../../../db/tickets/tickets.ts';
import { recordAct } from '../../audit/service.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../../core/context.ts';
import { orThrow } from '../../core/errors.ts';
import { safePicturedHtml } from '../../markup/sanitise.ts';
import { plainText } from '../../markup/text.ts';
import { enqueueForward } from '../../outbox/enqueue.ts';
import { findMailStateById } from '../../outbox/mail-state.ts';
import { sendMail } from '../../outbox/send.ts';
import { asHtml } from '../../text/plain-text.ts';
import { lockUnmerged, requireUnerased } from '../../ticket-status/lock.ts';
import { authorOf } from '../conversation/author.ts';
import { SentForward } from '../outputs.ts';
import { forwardedHtml } from './forwarded-html.ts';
import { withRequestKey } from './request-key.ts';
import { requireSendable } from './save-reply.ts';

export interface Forward {
  messageId: number;
  to: readonly string[];
  /** The agent's text above the message. */
  html?: string | undefined;
  /** Undefined means the message's files that are not in quarantine. */
  attachmentIds?: readonly number[] | undefined;
  undoSeconds: number;
  /** The caller's idempotency key. */
  requestKey?: string | undefined;
}

const SavedForward = SentForward.omit({ mail: true });

/**
 * Mails a message to people outside and records it in a note. Their answers become notes, which the reader
 * never receives (docs/behaviour/mail.md#mail). `outbox.undo` removes the mail with its note.
 * @throws AppError `ticket-not-found`, `ticket-merged`, `ticket-closed` for an erased ticket;
 * `message-not-found` and `attachment-not-found`, also of another ticket; `attachment-quarantined`,
 * `attachments-too-large`; `mail-not-configured`, `idempotency-key-reused`
 */
export const forwardMessage = async (
  ctx: Context,
  ticketId: number,
  forward: Forward,
): Promise<SentForward> => {
  requireRole(ctx, 'agent');
  const { requestKey: key, ...request } = forward;
  const asked = { path: 'forward', key, request: [ticketId, request], saved: SavedForward };
  const saved = await inTransaction(ctx, (tx) =>
    withRequestKey(tx, asked, () => saveForward(tx, ticketId, forward)),
  );
  if (forward.undoSeconds === 0) await sendMail(ctx, saved.mailId);
  return { ...saved, mail: await findMailStateById(ctx, saved.mailId) };
};

const saveForward = async (
  tx: TxContext,
  ticketId: number,
  { messageId, undoSeconds, ...forward }: Forward,
): Promise<z.output<typeof SavedForward>> => {
  const ticket = await lockUnmerged(tx, ticketId);
  await requireUnerased(tx, ticketId);
  const message = orThrow(
    await findForwardedMessage(tx.db, { ticketId, messageId }),
    'message-not-found',
  );
  const attachmentIds = await filesOf(tx, ticket, messageId, forward.attachmentIds);
  const to = [...new Set(forward.to)];
  const isKept = (id: number) => attachmentIds.includes(id);
  const html = forward.html ? safePicturedHtml(asHtml(forward.html), isKept) : '';
  const noteId = await notes.insertNote(tx.db, {
    ticketId,
    author: authorOf(tx.actor),
    body: [`Encaminhado a ${to.join(', ')}`, plainText(html, false).trim()].join('\n\n').trim(),
    inPrompt: false,
    createdAt: tx.now(),
  });
  await notes.insertRecipients(tx.db, noteId, to);
  const forwarded = safePicturedHtml(forwardedHtml(tx.config, ticket, message), isKept);
  const mail = await enqueueForward(tx, {
    ticket,
    noteId,
    to,
    undoSeconds,
    attachmentIds,
    content: { html, forwarded },
  });
  await touchTickets(tx.db, [ticketId], tx.now());
  await recordAct(tx, {
    action: 'tickets.forward',
    target: `ticket:${ticketId}`,
    changes: [{ field: 'notes', after: noteId }],
  });
  return { noteId, ...mail };
};

const filesOf = async (
  tx: TxContext,
  ticket: TicketRow,
  messageId: number,
  chosen: readonly number[] | undefined,
): Promise<number[]> => {
  const ids = [...new Set(chosen ?? (await listFilesOfMessage(tx.db, messageId, ['ready'])))];
  const files = await lockFiles(tx.db, ticket.id, ids);
  requireSendable(files, ids.length);
  return ids;
};
