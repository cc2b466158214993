import { Readable } from 'node:stream';
import type { SMTPSentMessageInfo, Transporter } from 'nodemailer';

export interface OutgoingFile {
  name: string;
  type: string;
  contents: Buffer;
  /** The Content-ID for the HTML; undefined if the file is only attached. */
  cid: string | undefined;
}

interface OutgoingMail {
  /** The Message-ID with its angle brackets. */
  mailId: string;
  to: { address: string; name: string | null };
  /** More recipients in `To`: the mail is sent if the server accepts any of them. */
  alsoTo?: readonly { email: string; name: string | null }[];
  cc?: readonly { email: string; name: string | null }[];
  files?: readonly OutgoingFile[];
  subject: string;
  /** Undefined: replies go to the sender. */
  replyTo?: string | undefined;
  text: string;
  html: string;
  /** True if no person wrote or approved it. */
  automatic: boolean;
  /** Message-IDs with angle brackets, oldest first. */
  thread: readonly string[];
  /** More headers. */
  headers?: Readonly<Record<string, string>>;
}

type SendMail = (mail: OutgoingMail, deadline?: AbortSignal) => Promise<SmtpResult>;

/** Connections that send one mail after another, until `close`. */
export interface SmtpPool {
  send: SendMail;
  close: () => void;
}

/**
 * `sent`: the server accepted the mail, except for copies in `refused`. `rejected`: a permanent refusal.
 * `postponed`: worth a retry. `unknown`: the server received the text but never replied. The reason is the
 * server's text or an error code.
 */
export type SmtpResult =
  | { outcome: 'sent'; refused?: { address: string; reason: string }[] }
  | { outcome: 'rejected' | 'unknown'; reason: string }
  | { outcome: 'postponed'; reason: string };

export interface SmtpClient {
  /** The domain of generated Message-IDs. */
  domain: string;
  /** The limit for all processes together. */
  perHour: number;
  /** True if mails stay in the outbox. */
  paused: boolean;
  /**
   * Sends a mail; never throws. It takes at most three steps (30 s by default), and for files the time at
   * {@link slowestBytesPerSecond}. If `deadline` aborts before the server accepts the DATA command, the
   * attempt is postponed.
   */
  send: SendMail;
  /** Opens a pool, for many mails of the service itself. */
  openPool: (connections: number) => SmtpPool;
}

interface SmtpOptions {
  /** The server's `smtp://` or `smtps://` address, with user and password if required. */
  url: string;
  /** The sender as `Name <address>` or an address. */
  from: string;
  perHour: number;
  paused: boolean;
  /** If true, a server that does not switch to TLS is refused. The default is false. */
  requireTls?: boolean;
  /** The time limit of one step in milliseconds; the default is 10 seconds. */
  stepMs?: number;
}

type SmtpServer = Pick<SmtpOptions, 'url' | 'requireTls' | 'stepMs'>;

const defaultStepMs = 10_000;
/** The minimum upload rate for files. */
export const slowestBytesPerSecond = 262_144;

/** Opens a client with one connection for each mail; a pool has connections of its own. */
export const openSmtpClient = (options: SmtpOptions): SmtpClient => ({
  domain: domainOf(options.from),
  perHour: options.perHour,
  paused: options.paused,
  send: openSender(options).send,
  openPool: (connections) => openSender(options, connections),
});

const connectTo = async (
  { url, requireTls = false, stepMs = defaultStepMs }: SmtpServer,
  connections?: number,
): Promise<Transporter<SMTPSentMessageInfo>> => {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    // A pool would resend a mail silently if its connection closes.
    ...(connections && { pool: true, maxConnections: connections, maxRequeues: 0 }),
    url,
    requireTLS: requireTls,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
  });
};

/** Logs in to the server once, and sends nothing. @throws an error of the network or the server */
export const checkSmtp = async (server: SmtpServer): Promise<void> => {
  const transport = await connectTo(server);
  await transport.verify();
};

/** Without `connections`, each mail has its own connection. */
const openSender = (options: SmtpOptions, connections?: number): SmtpPool => {
  const { from, stepMs = defaultStepMs } = options;
  /** Message-IDs of mails whose DATA command the server has accepted. */
  const transmitted = new Set<string>();
  let transport: Transporter<SMTPSentMessageInfo> | undefined;
  const openTransport = async (): Promise<Transporter<SMTPSentMessageInfo>> => {
    const opened = await connectTo(options, connections);
    opened.use('stream', (mail, done) => {
      mail.message.build((error, source) => {
        if (error) return done(error);
        const mailId = String(mail.data.messageId);
        // Nodemailer reads the text only after the server has accepted the DATA command.
        mail.message.createReadStream = () => notifyOnRead(source, () => transmitted.add(mailId));
        return done();
      });
    });
    return opened;
  };
  return {
    close: () => transport?.close(),
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
          // RFC 3834: these headers prevent automatic replies. Some programs also discard such a mail.
          headers: {
            ...(mail.automatic && {
              'Auto-Submitted': 'auto-replied',
              'X-Auto-Response-Suppress': 'All',
            }),
            ...mail.headers,
          },
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
 * Returns the outcome for a partly refused mail: it is sent if `to` (undefined: any recipient) was accepted.
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
  // Other permanent refusals, such as a wrong password, are retried.
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
