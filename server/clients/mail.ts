import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';

/** A mail to be sent. */
export interface OutgoingMail {
  /** The Message-ID header, with its angle brackets. */
  mailId: string;
  to: { address: string; name: string | null };
  subject: string;
  text: string;
  html: string;
  /** Message-IDs of the thread so far, first to last, with their angle brackets. */
  thread: readonly string[];
}

/**
 * What became of a mail: `sent` once the server said 250; `rejected` for good; `postponed` where it certainly was not
 * accepted but may be later; `unknown` where the server had the text and did not say. The reason is the server's, or a code.
 */
export type Delivery =
  | { outcome: 'sent' }
  | { outcome: 'rejected' | 'postponed' | 'unknown'; reason: string };

/** Outgoing mail of the service. */
export interface Mail {
  /** The domain Message-IDs are made with. */
  domain: string;
  /** At most so many mails leave in an hour, from all processes together. */
  perHour: number;
  /** While true, mails wait in the outbox. */
  paused: boolean;
  /** Sends a mail. Never throws; takes 30 seconds at most. */
  send: (mail: OutgoingMail) => Promise<Delivery>;
}

/** Where mails are handed over and whom they are from. */
export interface MailLocation {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  url: string;
  /** `Name <address>`, or an address. */
  from: string;
  perHour: number;
  paused: boolean;
  /** How long each step may take; milliseconds. Default 10 seconds. */
  stepMs?: number;
}

const defaultStepMs = 10_000;

/** Connects to a mail server. A mail has a connection of its own, so that none is sent again behind our back. */
export const openMail = ({
  url,
  from,
  perHour,
  paused,
  stepMs = defaultStepMs,
}: MailLocation): Mail => {
  const transport = createTransport({
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
  });
  /** The Message-IDs of mails whose text the server has been given. */
  const handedOver = new Set<string>();
  transport.use('stream', (mail, done) => {
    mail.message.build((error, source) => {
      if (error) return done(error);
      const mailId = String(mail.data.messageId);
      // It is read from once the server has agreed to take the text, and not before.
      mail.message.createReadStream = () => tellingWhenRead(source, () => handedOver.add(mailId));
      return done();
    });
  });
  return {
    domain: domainOf(from),
    perHour,
    paused,
    send: async (mail) => {
      try {
        await transport.sendMail({
          from,
          to: { address: mail.to.address, name: mail.to.name ?? '' },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: mail.mailId,
          ...(mail.thread.length > 0 && {
            inReplyTo: mail.thread.at(-1),
            references: [...mail.thread],
          }),
          // Keeps holiday notices from answering it (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.timeout(3 * stepMs),
        });
        return { outcome: 'sent' };
      } catch (error) {
        return failureOf(error, handedOver.has(mail.mailId));
      } finally {
        handedOver.delete(mail.mailId);
      }
    },
  };
};

const tellingWhenRead = (source: Buffer, tell: () => void): Readable =>
  new Readable({
    read() {
      tell();
      this.push(source);
      this.push(null);
    },
  });

const failureOf = (error: unknown, handedOver: boolean): Delivery => {
  const { code, responseCode, message } = smtpErrorOf(error);
  const reason = [code, message].filter(Boolean).join(': ').slice(0, maxReasonLength);
  // A mail is at fault only for what was said of it; a password that is refused is ours to mend.
  const ofThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (responseCode === undefined && handedOver) return { outcome: 'unknown', reason };
  const forGood = responseCode === undefined || responseCode >= 500;
  return { outcome: ofThisMail && forGood ? 'rejected' : 'postponed', reason };
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
