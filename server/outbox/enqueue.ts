import { randomUUID } from 'node:crypto';
import type { ForwardContent } from '../../db/outbox/forwards.ts';
import * as outbox from '../../db/outbox/outbox.ts';
import type { ScheduledReply } from '../../db/outbox/scheduled-replies.ts';
import type { TicketStatus } from '../../db/schema.ts';
import type { CcRow } from '../../db/tickets/messages.ts';
import { minuteMs } from '../core/civil-time.ts';
import type { TxContext } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { forwardSubject, replySubject } from './message.ts';
import { mailIdOf } from './signed-ids.ts';

const firstAttemptMs = 2 * minuteMs;

export const maxUndoSeconds = 600;
export const defaultUndoSeconds = 10;

/** A mail to the ticket's requester. */
interface NewMail {
  ticket: {
    id: number;
    subject: string;
    requesterEmail: string | null;
    requesterName: string | null;
  };
  messageId: number;
  /** With 0, the caller sends it after the commit (`sendMail`). */
  undoSeconds: number;
  cc?: readonly CcRow[];
  attachmentIds?: readonly number[];
  resolvedFrom?: TicketStatus | undefined;
}

export interface EnqueuedMail {
  mailId: number;
  /** The job `send-mails` sends the mail within ten seconds of this moment. */
  sendsAt: Date;
}

/**
 * Enqueues a mail that no person wrote or approved, in the transaction that stores its message. Returns
 * undefined if the ticket has no address or mail is not configured.
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
  return insert(tx, undoSeconds, {
    ticketId: ticket.id,
    messageId,
    mailId: await mailIdOf(tx, { ticketId: ticket.id, messageId, domain: smtp.domain }),
    ...envelope,
    automatic,
    cc,
    attachmentIds,
    resolvedFrom,
  });
};

/** Inserts a mail that can be undone for some seconds; with 0, the caller sends it after the commit. */
const insert = async (
  tx: TxContext,
  undoSeconds: number,
  mail: Omit<Parameters<typeof outbox.insertMail>[1], 'dueInMs' | 'undoForMs' | 'senderEmail'>,
): Promise<EnqueuedMail> => {
  const undoForMs = undoSeconds > 0 ? undoSeconds * 1_000 : undefined;
  const { id, dueAt, createdAt } = await outbox.insertMail(tx.db, {
    ...mail,
    dueInMs: undoForMs ?? firstAttemptMs,
    undoForMs,
    senderEmail: mail.automatic ? undefined : emailOf(tx),
  });
  return { mailId: id, sendsAt: undoForMs === undefined ? createdAt : dueAt };
};

const emailOf = ({ actor }: TxContext): string | undefined =>
  actor.kind === 'person' ? actor.email : undefined;

const envelopeOf = (ticket: NewMail['ticket']): outbox.Envelope | undefined =>
  ticket.requesterEmail
    ? {
        recipient: ticket.requesterEmail,
        recipientName: ticket.requesterName,
        subject: replySubject(ticket.subject),
      }
    : undefined;

interface ForwardMail {
  ticket: { id: number; subject: string };
  noteId: number;
  to: readonly string[];
  undoSeconds: number;
  attachmentIds: readonly number[];
  content: ForwardContent;
}

/** Enqueues a forward. @throws AppError `mail-not-configured` */
export const enqueueForward = async (
  tx: TxContext,
  { ticket, noteId, to: [recipient = '', ...others], undoSeconds, ...mail }: ForwardMail,
): Promise<EnqueuedMail> => {
  const { domain } = orThrow(tx.mail, 'mail-not-configured');
  return insert(tx, undoSeconds, {
    ticketId: ticket.id,
    messageId: null,
    noteId,
    mailId: await mailIdOf(tx, { ticketId: ticket.id, noteId, domain }),
    recipient,
    recipientName: null,
    subject: forwardSubject(ticket.subject),
    cc: others.map((email) => ({ email, name: null })),
    ...mail,
    automatic: false,
    resolvedFrom: undefined,
  });
};

interface ScheduledMail {
  ticket: NewMail['ticket'];
  sendAt: Date;
  cc: readonly CcRow[];
  attachmentIds: readonly number[];
  content: ScheduledReply;
}

/** Schedules a reply. @throws AppError with `sendEmail`, like {@link enqueueAgentMail} */
export const enqueueScheduledReply = async (
  tx: TxContext,
  { ticket, sendAt, ...later }: ScheduledMail,
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
    // The Message-ID of its message replaces this one.
    mailId: `later:${randomUUID()}`,
    ...(envelope ?? { recipient: '', recipientName: null, subject: replySubject(ticket.subject) }),
    ...later,
    dueInMs,
    undoForMs: dueInMs,
    automatic: false,
    senderEmail: emailOf(tx),
    resolvedFrom: undefined,
  });
  return { mailId: id, sendsAt: dueAt };
};

/**
 * Enqueues a mail that an agent wrote or approved.
 * @throws AppError `requester-without-email`, `mail-not-configured`
 */
export const enqueueAgentMail = (tx: TxContext, mail: NewMail): Promise<EnqueuedMail> =>
  enqueueOrThrow(tx, mail, { automatic: false });

/** Like {@link enqueueAgentMail}, but marked as automatic. */
export const enqueueAutomaticReply = (tx: TxContext, mail: NewMail): Promise<EnqueuedMail> =>
  enqueueOrThrow(tx, mail, { automatic: true });

const enqueueOrThrow = async (
  tx: TxContext,
  mail: NewMail,
  options: { automatic: boolean },
): Promise<EnqueuedMail> => {
  if (!mail.ticket.requesterEmail) throw new AppError('requester-without-email');
  return orThrow(await enqueue(tx, mail, options), 'mail-not-configured');
};

/** In these states the mail has not arrived and will not arrive. */
const unsent = ['failed', 'dropped', 'bounced'] as const;

/**
 * Sends a mail that did not arrive again, to the ticket's current requester.
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
