import type { MailRow } from '../../db/outbox.ts';
import * as outbox from '../../db/outbox.ts';
import type { MailStatus } from '../../db/schema.ts';
import { findMessage } from '../../db/tickets.ts';
import type { Delivery, Mail } from '../clients/mail.ts';
import { type Context, inTransaction, type TxContext } from '../context.ts';
import { htmlDocument, mailIdOf, plainText, replySubject, threadIdOf } from './message.ts';

export type { MailRow };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** For so long a new mail is left to whoever put it into the outbox; then the job sees to it. */
const firstDueMs = 2 * minuteMs;
/** Longer than an attempt can take: whoever still holds a mail then is dead. */
const leaseMs = 2 * minuteMs;
/** The pauses after the first failed attempt, the second and so on; the last one repeats. */
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs];
/** After so long without the server taking it, a mail is given up. */
const patienceMs = 24 * hourMs;

/** A message to be mailed to the person who opened its ticket. */
export interface MailOrder {
  ticketId: number;
  messageId: number;
  recipient: string;
  recipientName: string | null;
  /** The ticket's subject. */
  subject: string;
}

/** Puts the mail of a message into the outbox, in the transaction that writes the message; answers its id. */
export const enqueueMail = (tx: TxContext, mail: Mail, order: MailOrder): Promise<number> => {
  const now = tx.now();
  return outbox.insertMail(tx.db, {
    ticketId: order.ticketId,
    messageId: order.messageId,
    mailId: mailIdOf(order.ticketId, order.messageId, mail.domain),
    recipient: order.recipient,
    recipientName: order.recipientName,
    subject: replySubject(order.subject),
    dueAt: new Date(now.getTime() + firstDueMs),
    createdAt: now,
  });
};

/** The mail of a message, or undefined where it has none. */
export const mailOfMessage = (ctx: Context, messageId: number): Promise<MailRow | undefined> =>
  outbox.findMailOfMessage(ctx.db, messageId);

/** What an attempt came to; `waiting` where there was none: sending is off, the hour's mails have left, or another has the mail. */
export type Attempt = Delivery['outcome'] | 'waiting';

/**
 * Tries to send a mail of the outbox now, at most once however many try. Never throws: what goes wrong is for the job to make good.
 */
export const deliverMail = async (ctx: Context, id: number): Promise<Attempt> => {
  try {
    const { mail } = ctx;
    if (!mail || mail.paused) return 'waiting';
    const row = await claim(ctx, mail, id);
    if (!row) return 'waiting';
    const delivery = await send(ctx, mail, row);
    await outbox.updateMailAttempt(ctx.db, row, resultOf(ctx, row, delivery));
    if (delivery.outcome !== 'sent') {
      ctx.log.warn(
        { mail: id, ticket: row.ticketId, outcome: delivery.outcome },
        'a mail was not sent',
      );
    }
    return delivery.outcome;
  } catch (error) {
    ctx.log.error({ err: error, mail: id }, 'could not look after a mail');
    return 'waiting';
  }
};

const claim = (ctx: Context, mail: Mail, id: number): Promise<MailRow | undefined> =>
  inTransaction(ctx, async ({ db, now }) => {
    await outbox.lockClaims(db);
    const moment = now();
    const left = await outbox.countMailsSince(db, new Date(moment.getTime() - hourMs));
    if (left >= mail.perHour) return undefined;
    return outbox.claimMail(db, id, {
      now: moment,
      leaseUntil: new Date(moment.getTime() + leaseMs),
    });
  });

const send = async (ctx: Context, mail: Mail, row: MailRow): Promise<Delivery> => {
  const message = await findMessage(ctx.db, row.messageId);
  if (!message) return { outcome: 'rejected', reason: 'the message is gone' };
  const former = await outbox.listFormerMailIds(ctx.db, row);
  return mail.send({
    mailId: row.mailId,
    to: { address: row.recipient, name: row.recipientName },
    subject: row.subject,
    text: plainText(message.body),
    html: htmlDocument(message.body),
    thread: [threadIdOf(row.ticketId, mail.domain), ...former],
  });
};

const resultOf = (
  ctx: Context,
  row: MailRow,
  delivery: Delivery,
): { status: MailStatus; error: string | null; sentAt: Date | null; dueAt?: Date } => {
  const now = ctx.now();
  switch (delivery.outcome) {
    case 'sent':
      return { status: 'sent', error: null, sentAt: now };
    case 'unknown':
      return { status: 'unknown', error: delivery.reason, sentAt: null };
    case 'rejected':
      return { status: 'failed', error: delivery.reason, sentAt: null };
    case 'postponed': {
      const pause = pausesMs[row.attempts - 1] ?? hourMs;
      const dueAt = new Date(now.getTime() + pause);
      const givenUp = dueAt.getTime() > row.createdAt.getTime() + patienceMs;
      return {
        status: givenUp ? 'failed' : 'pending',
        error: delivery.reason,
        sentAt: null,
        dueAt,
      };
    }
  }
};

const batch = 50;
const atOnce = 4;

/**
 * Sends the mails that are due, a few at a time, until none is, the hour's mails have left or the signal aborts. Puts in doubt the mails
 * whose sender died while sending: they may have left, so only an operator sends them again.
 */
export const sendDueMails = async (ctx: Context, signal: AbortSignal): Promise<void> => {
  const abandoned = await outbox.updateAbandonedMails(ctx.db, ctx.now());
  if (abandoned > 0) ctx.log.warn({ mails: abandoned }, 'mails are in doubt after a crash');
  if (!ctx.mail || ctx.mail.paused) return;
  for (;;) {
    const due = await outbox.listDueMails(ctx.db, ctx.now(), batch);
    let waiting = 0;
    const work = async (): Promise<void> => {
      for (let id = due.shift(); id !== undefined && !signal.aborted; id = due.shift()) {
        if ((await deliverMail(ctx, id)) === 'waiting') waiting += 1;
      }
    };
    const size = due.length;
    await Promise.all(Array.from({ length: atOnce }, work));
    if (signal.aborted || size < batch || waiting > 0) return;
  }
};
