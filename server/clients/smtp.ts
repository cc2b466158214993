import { Readable } from 'node:stream';
import type { SMTPSentMessageInfo, Transporter } from 'nodemailer';

/** A file that goes with a mail. */
export interface OutgoingFile {
  name: string;
  type: string;
  contents: Buffer;
  /** The Content-ID by which the HTML shows it; undefined: it is only attached. */
  cid: string | undefined;
}

/** A mail to send. */
export interface OutgoingMail {
  /** The Message-ID header, with its angle brackets. */
  mailId: string;
  to: { address: string; name: string | null };
  /** Who else it is for, as much as `to`: it is sent if one of them takes it. */
  alsoTo?: readonly { email: string; name: string | null }[];
  cc?: readonly { email: string; name: string | null }[];
  files?: readonly OutgoingFile[];
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
 * How an attempt ended. `sent`: the server replied 250, for all but the copies in `refused`.
 * `rejected`: refused permanently. `postponed`: not accepted, worth a retry. `unknown`: the server
 * received the text and never replied. The reason is the server's text or an error code.
 */
export type SmtpResult =
  | { outcome: 'sent'; refused?: { address: string; reason: string }[] }
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
   * Makes one attempt. Never throws; takes at most three steps' time, 30 seconds by default, and
   * that of its files at {@link slowestBytesPerSecond}. If `deadline` aborts before the server has
   * accepted the DATA command, the attempt ends as postponed.
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
/** What a server has to take of files. */
export const slowestBytesPerSecond = 262_144;

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
  let transport: Transporter<SMTPSentMessageInfo> | undefined;
  const openTransport = async (): Promise<Transporter<SMTPSentMessageInfo>> => {
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
        const files = mail.files ?? [];
        const bytes = files.reduce((sum, { contents }) => sum + contents.length, 0);
        const limitMs = 3 * stepMs + (bytes / slowestBytesPerSecond) * 1_000;
        const sent = await transport.sendMail({
          from,
          to: [{ address: mail.to.address, name: mail.to.name ?? '' }, ...listOf(mail.alsoTo)],
          cc: listOf(mail.cc),
          attachments: files.map(({ name, type, contents, cid }) => ({
            filename: name,
            contentType: type,
            content: contents,
            ...(cid !== undefined && { cid, contentDisposition: 'inline' as const }),
          })),
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
          signal: AbortSignal.any([AbortSignal.timeout(Math.ceil(limitMs)), giveUp.signal]),
        });
        return outcomeOf(sent, mail.alsoTo ? undefined : mail.to.address);
      } catch (error) {
        return failureOf(error, transmitted.has(mail.mailId));
      } finally {
        deadline?.removeEventListener('abort', onDeadline);
        transmitted.delete(mail.mailId);
      }
    },
  };
};

const listOf = (people: OutgoingMail['cc'] = []): { address: string; name: string }[] =>
  people.map(({ email, name }) => ({ address: email, name: name ?? '' }));

/**
 * What a server accepted for some of its recipients is only sent if the one that it is for is among
 * them; undefined: it is for all of them alike.
 */
const outcomeOf = (
  { rejectedErrors = [] }: SMTPSentMessageInfo,
  to: string | undefined,
): SmtpResult => {
  const own = rejectedErrors.find(({ recipient }) => recipient === to);
  if (own) return failureOf(own, false);
  const refused = rejectedErrors.map((error) => ({
    address: error.recipient ?? '',
    reason: reasonOf(error),
  }));
  return { outcome: 'sent', ...(refused.length > 0 && { refused }) };
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
  const { code, responseCode } = smtpErrorOf(error);
  const reason = reasonOf(error);
  // Other permanent refusals, such as a wrong password, are not the mail's fault: they are retried.
  const isMailRefused = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (responseCode === undefined && transmitted) return { outcome: 'unknown', reason };
  const isPermanent = responseCode === undefined || responseCode >= 500;
  return { outcome: isMailRefused && isPermanent ? 'rejected' : 'postponed', reason };
};

const maxReasonLength = 300;

const reasonOf = (error: unknown): string => {
  const { code, message } = smtpErrorOf(error);
  return [code, message].filter(Boolean).join(': ').slice(0, maxReasonLength);
};

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
