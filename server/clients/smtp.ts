import { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';

/** A mail to send. */
export interface OutgoingMail {
  /** The Message-ID header, with its angle brackets. */
  mailId: string;
  to: { address: string; name: string | null };
  subject: string;
  /** Where replies go; undefined: to the sender. */
  replyTo?: string | undefined;
  text: string;
  html: string;
  /** Whether no person wrote or approved it. */
  automatic: boolean;
  /** Message-IDs of the thread so far, oldest first, with their angle brackets. */
  thread: readonly string[];
}

/**
 * How an attempt ended. `sent`: the server replied 250. `rejected`: refused permanently.
 * `postponed`: not accepted, worth a retry. `unknown`: the server received the text and never
 * replied. The reason is the server's text or an error code.
 */
export type SmtpResult =
  | { outcome: 'sent' }
  | { outcome: 'rejected' | 'unknown'; reason: string }
  | { outcome: 'postponed'; reason: string };

/** Hands mails to an SMTP server. */
export interface SmtpClient {
  /** The domain of generated Message-IDs. */
  domain: string;
  /** The most mails an hour, of all processes together. */
  perHour: number;
  /** If true, mails stay in the outbox. */
  paused: boolean;
  /**
   * Makes one attempt. Never throws; takes at most three steps' time, 30 seconds by default. If
   * `deadline` aborts before the server has accepted the DATA command, the attempt ends as
   * postponed.
   */
  send: (mail: OutgoingMail, deadline?: AbortSignal) => Promise<SmtpResult>;
}

/** Which SMTP server to use, and the sender of every mail. */
export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  url: string;
  /** `Name <address>`, or an address. */
  from: string;
  perHour: number;
  paused: boolean;
  /** Whether a server that does not switch to TLS is refused. Default false. */
  requireTls?: boolean;
  /** Time limit of each SMTP step, in milliseconds. Default 10 seconds. */
  stepMs?: number;
}

const defaultStepMs = 10_000;

/** Creates the client. Each mail gets its own connection: a pool would resend silently. */
export const openSmtpClient = ({
  url,
  from,
  perHour,
  paused,
  requireTls = false,
  stepMs = defaultStepMs,
}: SmtpOptions): SmtpClient => {
  /** Message-IDs of the mails whose DATA command the server has accepted. */
  const transmitted = new Set<string>();
  let transport: Transporter | undefined;
  const openTransport = async (): Promise<Transporter> => {
    // Loaded at the first mail: a start has no use for it.
    const { createTransport } = await import('nodemailer');
    const opened = createTransport({
      url,
      requireTLS: requireTls,
      disableFileAccess: true,
      disableUrlAccess: true,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      dnsTimeout: stepMs,
    });
    opened.use('stream', (mail, done) => {
      mail.message.build((error, source) => {
        if (error) return done(error);
        const mailId = String(mail.data.messageId);
        // Nodemailer reads it only after the server has accepted the DATA command.
        mail.message.createReadStream = () => notifyOnRead(source, () => transmitted.add(mailId));
        return done();
      });
    });
    return opened;
  };
  return {
    domain: domainOf(from),
    perHour,
    paused,
    send: async (mail, deadline) => {
      const giveUp = new AbortController();
      const onDeadline = () => {
        if (!transmitted.has(mail.mailId)) giveUp.abort(new Error('deadline exceeded'));
      };
      deadline?.addEventListener('abort', onDeadline, { once: true });
      if (deadline?.aborted) onDeadline();
      try {
        transport ??= await openTransport();
        await transport.sendMail({
          from,
          to: { address: mail.to.address, name: mail.to.name ?? '' },
          subject: mail.subject,
          ...(mail.replyTo !== undefined && { replyTo: mail.replyTo }),
          text: mail.text,
          html: mail.html,
          messageId: mail.mailId,
          ...(mail.thread.length > 0 && {
            inReplyTo: mail.thread.at(-1),
            references: [...mail.thread],
          }),
          // Stops automatic replies to it (RFC 3834). Programs with such rules throw away what a
          // person wrote, too.
          ...(mail.automatic && {
            headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
          }),
          signal: AbortSignal.any([AbortSignal.timeout(3 * stepMs), giveUp.signal]),
        });
        return { outcome: 'sent' };
      } catch (error) {
        return failureOf(error, transmitted.has(mail.mailId));
      } finally {
        deadline?.removeEventListener('abort', onDeadline);
        transmitted.delete(mail.mailId);
      }
    },
  };
};

const notifyOnRead = (source: Buffer, onRead: () => void): Readable =>
  new Readable({
    read() {
      onRead();
      this.push(source);
      this.push(null);
    },
  });

const failureOf = (error: unknown, transmitted: boolean): SmtpResult => {
  const { code, responseCode, message } = smtpErrorOf(error);
  const reason = [code, message].filter(Boolean).join(': ').slice(0, maxReasonLength);
  // Other permanent refusals, such as a wrong password, are not the mail's fault: they are retried.
  const isMailRefused = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (responseCode === undefined && transmitted) return { outcome: 'unknown', reason };
  const isPermanent = responseCode === undefined || responseCode >= 500;
  return { outcome: isMailRefused && isPermanent ? 'rejected' : 'postponed', reason };
};

const maxReasonLength = 300;

const smtpErrorOf = (error: unknown) => {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const responseCode =
    'responseCode' in error && typeof error.responseCode === 'number'
      ? error.responseCode
      : undefined;
  return { code, responseCode, message: error.message };
};

const domainOf = (from: string): string =>
  from.match(/@([^\s<>@]+?)>?\s*$/)?.[1]?.toLowerCase() ?? 'localhost';
