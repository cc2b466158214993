import type { z } from 'zod';
import { findLastMessageId } from '../../../db/replies/replies.ts';
import { lockTicket, type TicketRow } from '../../../db/tickets/tickets.ts';
import { type Act, recordAct } from '../../audit/service.ts';
import { dayMs } from '../../core/civil-time.ts';
import { type CheckedContext, inTransaction, type TxContext } from '../../core/context.ts';
import { AppError, orThrow } from '../../core/errors.ts';
import { enqueueAgentMail } from '../../outbox/enqueue.ts';
import { findMailState } from '../../outbox/mail-state.ts';
import { sendMail } from '../../outbox/send.ts';
import { SentReply } from '../outputs.ts';
import { withRequestKey } from './request-key.ts';
import { requireFiles, saveReply, type WrittenReply } from './save-reply.ts';
import { scheduleReply } from './scheduled-replies.ts';

export interface Sending {
  sendEmail: boolean;
  undoSeconds: number;
  cc?: readonly string[] | undefined;
  attachmentIds?: readonly number[] | undefined;
  resolve?: boolean | undefined;
  /** Undefined means now. */
  sendAt?: Date | undefined;
  /** Refuses the reply if the ticket has a newer message. */
  lastSeenMessageId?: number | undefined;
  /** The caller's idempotency key. */
  requestKey?: string | undefined;
}

const SavedReply = SentReply.omit({ mail: true });

export interface Composed {
  /** A part of the idempotency key's hash. */
  request: unknown;
  act: Pick<Act, 'action' | 'target'>;
  /** Writes the reply; called with the locked ticket. */
  compose: (tx: TxContext, ticket: TicketRow) => Promise<WrittenReply>;
}

const maxScheduleMs = 30 * dayMs;

/**
 * Saves an agent's reply and enqueues the mail, in one transaction; with `undoSeconds` 0 it is sent at once.
 * With `sendAt` the reply is only scheduled.
 * @throws AppError `ticket-not-found`; `newer-message` with the newest id as its state; `invalid-request`
 * for a `sendAt` not within 30 days; `idempotency-key-reused`; those of {@link requireFiles}; with
 * `sendEmail` `requester-without-email`, `mail-not-configured`
 */
export const sendReply = async (
  ctx: CheckedContext,
  ticketId: number,
  { lastSeenMessageId, requestKey: key, ...mail }: Sending,
  { request, act, compose }: Composed,
): Promise<SentReply> => {
  const asked = { path: 'reply', key, request: [ticketId, mail, request], saved: SavedReply };
  const saved = await inTransaction(ctx, (tx) => {
    const work = async (): Promise<z.output<typeof SavedReply>> => {
      requireSoon(tx, mail.sendAt);
      const ticket = orThrow(await lockTicket(tx.db, ticketId), 'ticket-not-found');
      await requireNewest(tx, ticketId, lastSeenMessageId);
      const { undoSeconds, attachmentIds = [], resolve = false } = mail;
      const cc = [...new Set(mail.cc)].map((email) => ({ email, name: null }));
      const written = await compose(tx, ticket);
      const reply = await requireFiles(tx, ticket, { ...written, cc, attachmentIds, resolve });
      if (mail.sendAt) {
        const { sendAt, sendEmail } = mail;
        const later = await scheduleReply(tx, ticket, { ...reply, sendAt, sendEmail });
        const changes = [{ field: 'sendAt', after: sendAt.toISOString() }];
        await recordAct(tx, { ...act, changes });
        return { messageId: 0, ...later };
      }
      const { messageId, resolvedFrom } = await saveReply(tx, ticket, reply);
      await recordAct(tx, { ...act, changes: [{ field: 'messages', after: messageId }] });
      if (!mail.sendEmail) return { messageId };
      const sent = { ticket, messageId, undoSeconds, resolvedFrom };
      const files = { cc, attachmentIds: reply.attachmentIds };
      return { messageId, ...(await enqueueAgentMail(tx, { ...sent, ...files })) };
    };
    return withRequestKey(tx, asked, work);
  });
  const { messageId, mailId } = saved;
  if (messageId === 0) return { ...saved, mail: 'waiting' };
  if (mailId !== undefined && mail.undoSeconds === 0) await sendMail(ctx, mailId);
  return { ...saved, mail: await findMailState(ctx, messageId) };
};

const requireSoon = (tx: TxContext, sendAt: Date | undefined): void => {
  if (sendAt === undefined) return;
  const ms = sendAt.getTime() - tx.now().getTime();
  if (ms > 0 && ms <= maxScheduleMs) return;
  const detail = 'sendAt must be within the next 30 days';
  throw new AppError('invalid-request', { detail, field: 'sendAt' });
};

const requireNewest = async (
  tx: TxContext,
  ticketId: number,
  lastSeenId: number | undefined,
): Promise<void> => {
  if (lastSeenId === undefined) return;
  const newestId = (await findLastMessageId(tx.db, ticketId)) ?? 0;
  if (newestId <= lastSeenId) return;
  const detail = `message ${newestId} is newer than ${lastSeenId}`;
  throw new AppError('newer-message', { detail, state: String(newestId) });
};
