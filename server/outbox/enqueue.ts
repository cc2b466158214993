import { randomUUID } from 'node:crypto';
import type { ForwardContent } from '../../db/outbox/forwards.ts';
import type { LaterReply } from '../../db/outbox/later.ts';
import type { MailRow } from '../../db/outbox/outbox.ts';
import * as outbox from '../../db/outbox/outbox.ts';
import type { TicketStatus } from '../../db/schema.ts';
import type { CcRow } from '../../db/tickets/messages.ts';
import { minuteMs } from '../core/civil-time.ts';
import type { CheckedContext, TxContext } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { forwardSubject, replySubject } from './message.ts';
import { mailIdOf } from './signed-ids.ts';

const firstAttemptMs = 2 * minuteMs;

/** The longest time that a mail can be held back for undoing, in seconds. */
export const maxUndoSeconds = 600;
/** For how long an agent's mail can be taken back by default, in seconds. */
export const defaultUndoSeconds = 10;

/** A message to be mailed to the person who opened its ticket. */
export interface NewMail {
  ticket: {
    id: number;
    subject: string;
    requesterEmail: string | null;
    requesterName: string | null;
  };
  messageId: number;
  /**
   * For how long it can be taken back. 0: it is sent at once, by the caller after the commit
   * (`sendMail`).
   */
  undoSeconds: number;
  cc?: readonly CcRow[];
  attachmentIds?: readonly number[];
  /** The status that an undo gives back. */
  resolvedFrom?: TicketStatus | undefined;
}

/** A mail in the outbox. */
export interface EnqueuedMail {
  mailId: number;
  /**
   * When it is sent: now by the caller, or by the job `send-mails` within ten seconds of this
   * moment.
   */
  sendsAt: Date;
}

/**
 * Puts the mail of a message that no person wrote or approved into the outbox, in the transaction
 * that writes the message. Returns undefined if the ticket has no address or no mail server is
 * configured.
 */
export const enqueueMail = (tx: TxContext, mail: NewMail): Promise<EnqueuedMail | undefined> =>
  enqueue(tx, mail, { automatic: true });

const enqueue = async (
  tx: TxContext,
  { ticket, messageId, undoSeconds, cc = [], attachmentIds = [], resolvedFrom }: NewMail,
  { automatic }: { automatic: boolean },
): Promise<EnqueuedMail | undefined> => {
  const { mail: smtp } = tx;
  const envelope = envelopeOf(ticket);
  if (!smtp || !envelope) return undefined;
  const undoForMs = undoSeconds > 0 ? undoSeconds * 1_000 : undefined;
  const { id, dueAt, createdAt } = await outbox.insertMail(tx.db, {
    ticketId: ticket.id,
    messageId,
    mailId: await mailIdOf(tx, { ticketId: ticket.id, messageId, domain: smtp.domain }),
    ...envelope,
    dueInMs: undoForMs ?? firstAttemptMs,
    undoForMs,
    automatic,
    cc,
    attachmentIds,
    resolvedFrom,
    senderEmail: automatic || tx.actor.kind !== 'person' ? undefined : tx.actor.email,
  });
  return { mailId: id, sendsAt: undoForMs === undefined ? createdAt : dueAt };
};

const envelopeOf = (ticket: NewMail['ticket']): outbox.Envelope | undefined =>
  ticket.requesterEmail
    ? {
        recipient: ticket.requesterEmail,
        recipientName: ticket.requesterName,
        subject: replySubject(ticket.subject),
      }
    : undefined;

/** A message that is passed on to people outside, with the note that says so. */
export interface ForwardMail {
  ticket: { id: number; subject: string };
  noteId: number;
  /** At least one. */
  to: readonly string[];
  undoSeconds: number;
  attachmentIds: readonly number[];
  content: ForwardContent;
}

/** Puts a forward into the outbox, as {@link enqueueMail}. @throws AppError `mail-not-configured` */
export const enqueueForward = async (
  tx: TxContext,
  { ticket, noteId, to: [recipient = '', ...others], undoSeconds, ...mail }: ForwardMail,
): Promise<EnqueuedMail> => {
  const { domain } = orThrow(tx.mail, 'mail-not-configured');
  const undoForMs = undoSeconds > 0 ? undoSeconds * 1_000 : undefined;
  const { id, dueAt, createdAt } = await outbox.insertMail(tx.db, {
    ticketId: ticket.id,
    messageId: null,
    noteId,
    mailId: await mailIdOf(tx, { ticketId: ticket.id, noteId, domain }),
    recipient,
    recipientName: null,
    subject: forwardSubject(ticket.subject),
    cc: others.map((email) => ({ email, name: null })),
    ...mail,
    dueInMs: undoForMs ?? firstAttemptMs,
    undoForMs,
    automatic: false,
    senderEmail: tx.actor.kind === 'person' ? tx.actor.email : undefined,
    resolvedFrom: undefined,
  });
  return { mailId: id, sendsAt: undoForMs === undefined ? createdAt : dueAt };
};

/** A reply that is saved and sent at a moment to come. */
export interface LaterMail {
  ticket: NewMail['ticket'];
  sendAt: Date;
  cc: readonly CcRow[];
  attachmentIds: readonly number[];
  content: LaterReply;
}

/**
 * Puts a reply into the outbox that is saved and sent later. Until then it can be taken back.
 *
 * @throws AppError with `sendEmail` as {@link enqueueAgentMail}
 */
export const enqueueLater = async (
  tx: TxContext,
  { ticket, sendAt, ...later }: LaterMail,
): Promise<EnqueuedMail> => {
  const envelope = envelopeOf(ticket);
  if (later.content.sendEmail) {
    orThrow(envelope, 'requester-without-email');
    orThrow(tx.mail, 'mail-not-configured');
  }
  const dueInMs = sendAt.getTime() - tx.now().getTime();
  const { id, dueAt } = await outbox.insertMail(tx.db, {
    ticketId: ticket.id,
    messageId: null,
    // It gets that of its message.
    mailId: `later:${randomUUID()}`,
    ...(envelope ?? { recipient: '', recipientName: null, subject: replySubject(ticket.subject) }),
    ...later,
    dueInMs,
    undoForMs: dueInMs,
    automatic: false,
    senderEmail: tx.actor.kind === 'person' ? tx.actor.email : undefined,
    resolvedFrom: undefined,
  });
  return { mailId: id, sendsAt: dueAt };
};

/**
 * Puts a mail that an agent wrote or approved into the outbox, as `enqueueMail` does.
 *
 * @throws AppError `requester-without-email`, `mail-not-configured`
 */
export const enqueueAgentMail = async (tx: TxContext, mail: NewMail): Promise<EnqueuedMail> => {
  if (!mail.ticket.requesterEmail) throw new AppError('requester-without-email');
  return orThrow(await enqueue(tx, mail, { automatic: false }), 'mail-not-configured');
};

/** States of a mail that has not reached anybody and will not. */
const unsent = ['failed', 'dropped', 'bounced'] as const;

/**
 * Makes a mail that failed, bounced or was dropped pending again, to the ticket's present requester.
 *
 * @throws AppError `requester-without-email`, `mail-not-configured`, `mail-already-sent`
 */
export const resendAgentMail = async (
  tx: TxContext,
  mailId: number,
  ticket: NewMail['ticket'],
): Promise<void> => {
  const envelope = orThrow(envelopeOf(ticket), 'requester-without-email');
  if (!tx.mail) throw new AppError('mail-not-configured');
  const moved = await outbox.moveMail(tx.db, mailId, unsent, 'pending', envelope);
  if (!moved) throw new AppError('mail-already-sent');
};

/** The mail of a message, or undefined if it has none. */
export const findMailOfMessage = (
  ctx: CheckedContext,
  messageId: number,
): Promise<MailRow | undefined> => outbox.findMailOfMessage(ctx.db, messageId);
