import type { ImapFlow } from 'imapflow';
import type { ImapLocation } from '../config/value-schemas.ts';
import { minuteMs } from '../core/civil-time.ts';

export interface Mailbox {
  /** The mailbox's name in logs and storage, without the password. */
  name: string;
  /**
   * Calls `take` with mails in order, one at a time, and waits for new ones (IDLE) until the signal aborts.
   * Rejects if the server is unreachable, the connection breaks or `take` rejects.
   */
  read: (
    after: { uidValidity: string; lastUid: number } | undefined,
    take: (mail: MailboxMail) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** A mail; `raw` is undefined if it exceeds the limit. */
export interface MailboxMail {
  uidValidity: string;
  uid: number;
  raw: Buffer | undefined;
}

export interface MailboxServer extends ImapLocation {
  /** If true, a server that does not switch to TLS is refused before the password is sent. */
  requireTls: boolean;
  /** Only tests set it to false; the default is true. */
  verifyCertificate?: boolean;
}

export interface MailboxLocation extends MailboxServer {
  /** Larger mails are not fetched. */
  maxMailBytes: number;
}

const socketTimeoutMs = minuteMs;
const connectTimeoutMs = 10_000;

/** Opens a mailbox, which connects for each `read` and never changes the mailbox. */
export const openMailbox = (location: MailboxLocation): Mailbox => ({
  name: `${location.user}@${location.host}/${location.folder}`,
  read: async (after, take, signal) => {
    const client = await createClient(location);
    const { promise: broken, reject } = Promise.withResolvers<never>();
    client.on('error', reject);
    client.on('close', () => reject(new Error('the mail server closed the connection')));
    broken.catch(() => undefined);
    const onAbort = () => client.close();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.race([readAll(client, location, { after, take, signal }), broken]);
    } catch (error) {
      if (!signal.aborted) throw withReason(error);
    } finally {
      signal.removeEventListener('abort', onAbort);
      client.close();
    }
  },
});

/** Signs in once. Rejects with the server's reason. */
export const checkMailbox = async (server: MailboxServer): Promise<void> => {
  const client = await createClient(server);
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw withReason(error);
  } finally {
    client.close();
  }
};

const createClient = async (server: MailboxServer): Promise<ImapFlow> => {
  // The library is loaded only with a mailbox, because it adds 60 ms to the start.
  const { ImapFlow: Client } = await import('imapflow');
  return new Client({
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...(server.requireTls && !server.secure && { doSTARTTLS: true }),
    auth: { user: server.user, pass: server.password },
    tls: { rejectUnauthorized: server.verifyCertificate ?? true },
    logger: false,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
  });
};

/** The library's own message is "Command failed", which names neither the server nor its reason. */
const withReason = (error: unknown): unknown =>
  error instanceof Error && 'responseText' in error
    ? new Error(`the mail server refused: ${error.responseText}`, { cause: error })
    : error;

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
  // A new UIDVALIDITY voids old numbers (RFC 9051 §2.3.1.1): everything is read again, and known mails are
  // duplicates.
  let lastUid = after?.uidValidity === uidValidity ? after.lastUid : 0;
  while (!signal.aborted) {
    const news = listenForNews(client);
    const found = await client.search({ uid: `${lastUid + 1}:*` }, { uid: true });
    // `n:*` includes the last mail even if its number is below n.
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

/** Fetches a mail; undefined if it exceeds the limit. */
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

/** Listens for new mail; `wait` resolves on new mail, an abort, or after half a minute. */
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
