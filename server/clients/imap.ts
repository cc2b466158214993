import type { ImapFlow } from 'imapflow';
import type { ImapLocation } from '../config/values.ts';
import { minuteMs } from '../core/civil-time.ts';

/** A mailbox to read mails from. */
export interface Mailbox {
  /** Names the mailbox among others, without its password. */
  name: string;
  /**
   * Calls `take` with each mail after a position, one at a time and in order, then waits for new
   * ones (IDLE) until the signal aborts. Rejects if the server cannot be reached or the connection
   * breaks, and with what `take` rejects with.
   */
  read: (
    after: { uidValidity: string; lastUid: number } | undefined,
    take: (mail: MailboxMail) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** A mail of a mailbox; `raw` is undefined if it is larger than the limit. */
export interface MailboxMail {
  uidValidity: string;
  uid: number;
  raw: Buffer | undefined;
}

/** Where the mailbox is. */
export interface MailboxLocation extends ImapLocation {
  /** Larger mails are not fetched. */
  maxMailBytes: number;
  /** Whether a server that does not switch to TLS is refused before the password is sent. */
  requireTls: boolean;
  /** Whether certificates are verified; only tests say no. Default true. */
  verifyCertificate?: boolean;
}

const socketTimeoutMs = minuteMs;
const connectTimeoutMs = 10_000;

/** Opens a connection for each `read`; the mailbox is never changed. */
export const openMailbox = (location: MailboxLocation): Mailbox => ({
  name: `${location.user}@${location.host}/${location.folder}`,
  read: async (after, take, signal) => {
    // Loaded only with a mailbox: it costs 60 ms at start.
    const { ImapFlow: Client } = await import('imapflow');
    const client = new Client({
      host: location.host,
      port: location.port,
      secure: location.secure,
      ...(location.requireTls && !location.secure && { doSTARTTLS: true }),
      auth: { user: location.user, pass: location.password },
      tls: { rejectUnauthorized: location.verifyCertificate ?? true },
      logger: false,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: socketTimeoutMs,
    });
    const { promise: broken, reject } = Promise.withResolvers<never>();
    client.on('error', reject);
    client.on('close', () => reject(new Error('the mail server closed the connection')));
    broken.catch(() => undefined);
    const onAbort = () => client.close();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.race([readAll(client, location, { after, take, signal }), broken]);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
      client.close();
    }
  },
});

const readAll = async (
  client: ImapFlow,
  { folder, maxMailBytes }: MailboxLocation,
  {
    after,
    take,
    signal,
  }: {
    after: { uidValidity: string; lastUid: number } | undefined;
    take: (mail: MailboxMail) => Promise<void>;
    signal: AbortSignal;
  },
): Promise<void> => {
  await client.connect();
  const box = await client.mailboxOpen(folder, { readOnly: true });
  const uidValidity = String(box.uidValidity);
  // With another UIDVALIDITY the old numbers mean nothing (RFC 9051 §2.3.1.1): everything is read
  // again, and known mails are duplicates.
  let lastUid = after?.uidValidity === uidValidity ? after.lastUid : 0;
  while (!signal.aborted) {
    const news = listenForNews(client);
    const found = await client.search({ uid: `${lastUid + 1}:*` }, { uid: true });
    // `n:*` names the last mail even if its number is below n.
    const uids = (found || []).filter((uid) => uid > lastUid).sort((a, b) => a - b);
    for (const uid of uids) {
      if (signal.aborted) return;
      const raw = await fetchMail(client, uid, maxMailBytes);
      // Another client may have deleted it meanwhile.
      if (raw !== 'gone') await take({ uidValidity, uid, raw });
      lastUid = uid;
    }
    if (uids.length === 0) await news.wait(signal);
    news.close();
  }
};

/** The source of a mail; undefined if it is larger than the limit. */
const fetchMail = async (
  client: ImapFlow,
  uid: number,
  maxBytes: number,
): Promise<Buffer | undefined | 'gone'> => {
  const mail = await client.fetchOne(String(uid), { size: true }, { uid: true });
  if (!mail) return 'gone';
  if ((mail.size ?? 0) > maxBytes) return undefined;
  const fetched = await client.fetchOne(String(uid), { source: true }, { uid: true });
  return fetched ? (fetched.source ?? 'gone') : 'gone';
};

const pollMs = 30_000;

/**
 * Listens for new mails from now on. `wait` resolves when the server has reported one, the signal
 * aborts, or half a minute has passed.
 */
const listenForNews = (client: ImapFlow) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  client.on('exists', resolve);
  return {
    wait: async (signal: AbortSignal): Promise<void> => {
      const timer = setTimeout(resolve, pollMs);
      signal.addEventListener('abort', () => resolve(), { once: true });
      client.idle().catch(() => resolve());
      await promise;
      clearTimeout(timer);
    },
    close: () => client.off('exists', resolve),
  };
};
