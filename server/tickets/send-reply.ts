import { z } from 'zod';
import { findLastMessageId } from '../../db/replies/replies.ts';
import { clearComposing } from '../../db/tickets/composing.ts';
import { lockTicket, type TicketRow } from '../../db/tickets/tickets.ts';
import { type Act, recordAct } from '../audit/service.ts';
import { dayMs } from '../core/civil-time.ts';
import { type CheckedContext, inTransaction, type TxContext } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { enqueueAgentMail } from '../outbox/enqueue.ts';
import { sendMail } from '../outbox/send.ts';
import { findMailState, type MailState } from '../outbox/state.ts';
import { saveLater } from './later.ts';
import { doOnce } from './request-key.ts';
import { requireFiles, saveReply, type WrittenReply } from './save-reply.ts';

/** How a reply is sent. */
export interface Sending {
  sendEmail: boolean;
  undoSeconds: number;
  /** Addresses that get a copy. */
  cc?: readonly string[] | undefined;
  /** Files that the team put on the ticket. */
  attachmentIds?: readonly number[] | undefined;
  /** Whether the ticket is resolved with it. */
  resolve?: boolean | undefined;
  /** When it is saved and sent; undefined: now. */
  sendAt?: Date | undefined;
  /** The last message that the agent has seen; undefined: the reply does not depend on it. */
  lastSeenMessageId?: number | undefined;
  /** A UUID that makes the reply happen once, however often it is sent. */
  requestKey?: string | undefined;
}

const SavedReply = z.object({
  /** 0: it is saved later. */
  messageId: z.int(),
  mailId: z.int().optional(),
  sendsAt: z.coerce.date().optional(),
});

type SavedReply = z.output<typeof SavedReply>;

/**
 * The message of a reply and what became of its mail: `mailId` and `sendsAt` are as they were when
 * it was saved, `mail` is as it is now.
 */
export type SentReply = SavedReply & { mail: MailState };

/** What a reply is, and the act that it is in the trail. */
export interface Composed {
  /** What the key stands for: the same key with another one is refused. */
  request: unknown;
  act: Pick<Act, 'action' | 'target'>;
  /** The reply to the locked ticket. */
  compose: (tx: TxContext, ticket: TicketRow) => Promise<WrittenReply>;
}

const maxLaterMs = 30 * dayMs;

/**
 * Saves an agent's reply, removes what the agent was writing on the ticket, and puts the mail into
 * the outbox, all or nothing; with `undoSeconds` 0 also sends the mail. With `sendAt` it is in the
 * outbox alone until then.
 *
 * @throws AppError `ticket-not-found`; `newer-message` with the id of the newest one as its state;
 * `invalid-request` for a `sendAt` that is past or more than 30 days away;
 * `idempotency-key-reused`; as {@link requireFiles}; with `sendEmail` `requester-without-email`,
 * `mail-not-configured`
 */
export const sendReply = async (
  ctx: CheckedContext,
  ticketId: number,
  { lastSeenMessageId, requestKey: key, ...mail }: Sending,
  { request, act, compose }: Composed,
): Promise<SentReply> => {
  const { actor } = ctx;
  const person = actor.kind === 'person' ? actor : undefined;
  const asked = { path: 'reply', key, request: [ticketId, mail, request], saved: SavedReply };
  const saved = await inTransaction(ctx, (tx) => {
    const work = async (): Promise<SavedReply> => {
      requireSoon(tx, mail.sendAt);
      const ticket = orThrow(await lockTicket(tx.db, ticketId), 'ticket-not-found');
      await requireNewest(tx, ticketId, lastSeenMessageId);
      const { undoSeconds, attachmentIds = [], resolve = false } = mail;
      const cc = [...new Set(mail.cc)].map((email) => ({ email, name: null }));
      const written = await compose(tx, ticket);
      const reply = await requireFiles(tx, ticket, { ...written, cc, attachmentIds, resolve });
      const clear = () =>
        person?.email === undefined
          ? undefined
          : clearComposing(tx.db, { ticketId, email: person.email }, tx.now());
      if (mail.sendAt) {
        const { sendAt, sendEmail } = mail;
        const later = await saveLater(tx, ticket, { ...reply, sendAt, sendEmail });
        const changes = [{ field: 'sendAt', after: sendAt.toISOString() }];
        await recordAct(tx, { ...act, changes });
        await clear();
        return { messageId: 0, ...later };
      }
      const { messageId, resolvedFrom } = await saveReply(tx, ticket, reply);
      await recordAct(tx, { ...act, changes: [{ field: 'messages', after: messageId }] });
      await clear();
      if (!mail.sendEmail) return { messageId };
      const sent = { ticket, messageId, undoSeconds, resolvedFrom };
      const files = { cc, attachmentIds: reply.attachmentIds };
      return { messageId, ...(await enqueueAgentMail(tx, { ...sent, ...files })) };
    };
    return doOnce(tx, asked, work);
  });
  const { messageId, mailId } = saved;
  if (messageId === 0) return { ...saved, mail: 'waiting' };
  if (mailId !== undefined && mail.undoSeconds === 0) await sendMail(ctx, mailId);
  return { ...saved, mail: await findMailState(ctx, messageId) };
};

const requireSoon = (tx: TxContext, sendAt: Date | undefined): void => {
  if (sendAt === undefined) return;
  const ms = sendAt.getTime() - tx.now().getTime();
  if (ms > 0 && ms <= maxLaterMs) return;
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
