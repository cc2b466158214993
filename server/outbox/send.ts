import { pauseAfter } from '../../db/jobs/work-rows.ts';
import * as attempts from '../../db/outbox/attempts.ts';
import type { ForwardContent } from '../../db/outbox/forwards.ts';
import { listThreadMailIds } from '../../db/outbox/threads.ts';
import { appendNotice, findMessage } from '../../db/tickets/messages.ts';
import { lockTicket } from '../../db/tickets/tickets.ts';
import type { SmtpClient, SmtpResult } from '../clients/smtp.ts';
import { hourMs, minuteMs } from '../core/civil-time.ts';
import { type CheckedContext, type Context, inTransaction, onlyService } from '../core/context.ts';
import { safePicturedHtml } from '../markup/sanitise.ts';
import { plainText } from '../markup/text.ts';
import { findSignature } from '../preferences/service.ts';
import { asHtml } from '../text/plain-text.ts';
import { listMailFiles, withContentIds } from './files.ts';
import { htmlDocument } from './message.ts';
import { refusalText } from './refusal-text.ts';
import { handleReturnedMail } from './returned-mail.ts';
import { signedHtml, signedText } from './signature.ts';
import { forwardAddressOf, replyAddressOf } from './signed-ids.ts';

/** The leases are longer than any attempt, so the sender's process is dead if one expires. */
const leaseMs = { plain: 2 * minuteMs, withFiles: 5 * minuteMs };
/** The pauses after failed attempts; the last one repeats. */
const retryPausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs];
/** A mail has failed if it is not accepted within a day of its first attempt. */
const maxAttempts = 27;

/** Mail programs build threads from the first Message-ID and the latest ones. */
const maxThread = 50;

/**
 * The result of an attempt; `waiting` means none was made, because mail is off, the hourly limit is reached
 * or another process has the mail.
 */
type SendResult = SmtpResult['outcome'] | 'waiting';

/**
 * Tries once to send a pending mail; of concurrent callers, only one does. Never throws, because the job
 * `send-mails` retries. If `deadline` aborts, the attempt is postponed unless the server has accepted its
 * DATA command.
 */
export const sendMail = async (
  ctx: CheckedContext,
  id: number,
  deadline?: AbortSignal,
): Promise<SendResult> => {
  try {
    const { mail: smtp } = ctx;
    if (!smtp || smtp.paused || deadline?.aborted) return 'waiting';
    const claimed = await claim(ctx, smtp, id);
    if (!claimed) return 'waiting';
    const { row } = claimed;
    const result = await attempt(ctx, smtp, claimed, deadline);
    await store(ctx, row, result);
    if (result.outcome !== 'sent') {
      ctx.log.warn({ mail: id, ticket: row.ticketId, outcome: result.outcome }, 'mail not sent');
    }
    return result.outcome;
  } catch (error) {
    ctx.log.error({ err: error, mail: id }, 'sending a mail failed');
    return 'waiting';
  }
};

interface MailToSend {
  row: attempts.ClaimedMail;
  /** Undefined if its message was deleted. */
  content: ForwardContent | undefined;
  signature: string;
  /** Message-IDs of earlier mails on the ticket. */
  thread: string[];
  replyTo: string | undefined;
}

/** Claims a mail and reads its content in one transaction, so that the mail stays pending if that fails. */
const claim = (
  ctx: CheckedContext,
  smtp: SmtpClient,
  id: number,
): Promise<MailToSend | undefined> =>
  inTransaction(ctx, async (tx) => {
    await attempts.lockClaims(tx.db);
    if ((await attempts.countMailsWithin(tx.db, hourMs)) >= smtp.perHour) return undefined;
    const row = await attempts.claimMail(tx.db, id, leaseMs);
    if (!row) return undefined;
    const { ticketId, messageId, noteId, senderEmail } = row;
    const signature = senderEmail === null ? '' : await findSignature(tx, senderEmail);
    if (noteId !== null) {
      const replyTo = await forwardAddressOf(tx, noteId);
      // Recipients outside receive nothing that identifies the reader's mails.
      return { row, content: row.forward ?? undefined, signature, thread: [], replyTo };
    }
    const message = messageId === null ? undefined : await findMessage(tx.db, messageId);
    return {
      row,
      content: message && { html: asHtml(message.body), forwarded: '' },
      signature,
      thread:
        messageId === null
          ? []
          : await listThreadMailIds(tx.db, { ticketId, messageId }, maxThread),
      replyTo: await replyAddressOf(tx, ticketId),
    };
  });

const attempt = async (
  ctx: CheckedContext,
  smtp: SmtpClient,
  { row, content, signature, thread, replyTo }: MailToSend,
  deadline: AbortSignal | undefined,
): Promise<SmtpResult> => {
  if (!content) return { outcome: 'rejected', reason: 'the message no longer exists' };
  const { attachmentIds } = row;
  // Imported messages may contain HTML that was never sanitised.
  const safe = (html: string) => safePicturedHtml(html, (id) => attachmentIds.includes(id));
  const [html, forwarded] = [safe(content.html), safe(content.forwarded)];
  const { domain } = smtp;
  const files = await listMailFiles(ctx, { attachmentIds, html: html + forwarded, domain });
  if (!Array.isArray(files)) return files;
  return smtp.send(
    {
      mailId: row.mailId,
      to: { address: row.recipient, name: row.recipientName },
      ...(row.noteId === null ? { cc: row.cc } : { alsoTo: row.cc }),
      files,
      subject: row.subject,
      replyTo,
      text: signedText(plainText(html), signature) + below(plainText(forwarded), '\n\n'),
      html: htmlDocument(
        signedHtml(withContentIds(html, domain), signature) +
          below(withContentIds(forwarded, domain), '\n'),
      ),
      automatic: row.automatic,
      thread,
    },
    deadline,
  );
};

const below = (forwarded: string, gap: string): string =>
  forwarded === '' ? '' : `${gap}${forwarded}`;

/** Stores the result of an attempt; a failed mail is handled like a bounce. */
const store = async (
  ctx: CheckedContext,
  row: attempts.ClaimedMail,
  result: SmtpResult,
): Promise<void> => {
  if (result.outcome === 'unknown' || (result.outcome === 'sent' && !result.refused)) {
    await attempts.updateMailAttempt(ctx.db, row, result);
    return;
  }
  await inTransaction(ctx, async (tx) => {
    // Every writer of messages takes this lock first.
    await lockTicket(tx.db, row.ticketId);
    const mail = await attempts.updateMailAttempt(tx.db, row, withRetry(row.attempt, result));
    if (result.outcome === 'sent') {
      for (const { address, reason } of result.refused ?? []) {
        const what =
          row.noteId === null ? `Cópia para ${address} recusada` : `${address} não recebeu`;
        const notice = `${what}: ${refusalText(reason)}`;
        await appendNotice(tx.db, row, { first: notice, more: ` ${notice}` });
      }
    } else if (mail?.status === 'failed') {
      await handleReturnedMail(tx, mail, `E-mail recusado: ${refusalText(result.reason)}`);
    }
  });
};

const withRetry = (attemptNumber: number, result: SmtpResult): attempts.AttemptResult => {
  if (result.outcome !== 'postponed') return result;
  if (attemptNumber >= maxAttempts) return { outcome: 'rejected', reason: result.reason };
  return { ...result, pauseMs: pauseAfter(attemptNumber, retryPausesMs) };
};

const pageSize = 50;
const concurrency = 4;

export const hourlyLimitReached = async (
  ctx: Pick<CheckedContext, 'db' | 'mail'>,
): Promise<boolean> =>
  ctx.mail !== undefined && (await attempts.countMailsWithin(ctx.db, hourMs)) >= ctx.mail.perHour;

/**
 * Sends due mails until none is left, the hourly limit is reached or the signal aborts. Marks mails of dead
 * processes as `unknown`: they may have been sent, so only an operator retries them.
 */
export const sendDueMails = async (ctx: Context, signal: AbortSignal): Promise<void> => {
  onlyService(ctx);
  const abandoned = await attempts.updateAbandonedMails(ctx.db);
  if (abandoned > 0) {
    ctx.log.warn({ mails: abandoned }, 'mails marked as unknown after a crash while sending');
  }
  if (!ctx.mail || ctx.mail.paused) return;
  for (;;) {
    const due = await attempts.listDueMails(ctx.db, pageSize);
    let waiting = 0;
    const work = async (): Promise<void> => {
      for (let id = due.shift(); id !== undefined && !signal.aborted; id = due.shift()) {
        if ((await sendMail(ctx, id)) === 'waiting') waiting += 1;
      }
    };
    const size = due.length;
    await Promise.all(Array.from({ length: concurrency }, work));
    if (signal.aborted || size < pageSize || waiting > 0) return;
  }
};
