import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInternalClient, type InternalClient } from '../../packages/internal/src/index.ts';
import { imapUrl } from '../../server/config/value-schemas.ts';
import { clonePostgres, type TestDatabase } from '../database.ts';
import { signedToken, testSecret } from '../harness.ts';
import { residentBytes, startProcess, type TestProcess } from '../process.ts';
import { corpusOf } from './corpus/corpus.ts';
import { type MailServers, startMailServers } from './mail-servers.ts';

// Every shape three times, in CI once; `CORPUS=2000 npm run proof --
// test/inbound/corpus.proof.test.ts` is the long run.
const count = Number(process.env.CORPUS ?? 240);
const support = 'suporte@leitor.example';
/** What parsed mails of 30 MB may leave to the next garbage collection. */
const garbageBytes = 200 * 2 ** 20;

let servers: MailServers;
let database: TestDatabase & { url: string };
let running: TestProcess;
let client: InternalClient;

/** Puts the corpus into the mailbox, every tenth mail twice; returns how many mails that are. */
const fillMailbox = async (): Promise<number> => {
  const { host, port, user, password } = imapUrl.parse(servers.imap.inboxOf(support));
  const auth = { user, pass: password };
  const imap = new ImapFlow({ host, port, secure: false, auth, logger: false });
  await imap.connect();
  let mails = 0;
  for (const { raw } of corpusOf(count)) {
    for (let copy = mails % 11 === 0 ? 2 : 1; copy > 0; copy -= 1) {
      await imap.append('INBOX', raw);
      mails += 1;
    }
  }
  await imap.logout();
  return mails;
};

beforeAll(async () => {
  servers = await startMailServers([support]);
  database = await clonePostgres();
});
afterAll(async () => {
  await running?.end('SIGTERM');
  await servers?.stop();
  await database?.drop();
});

const startService = async () => {
  running = startProcess('server/main.ts', {
    NODE_ENV: 'test',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: `${servers.imap.mails}/files`,
    AUTH_JWT_SECRET: testSecret,
    IMAP_URL: servers.imap.inboxOf(support),
    SMTP_URL: servers.smtp.url,
    MAIL_FROM: `Leitor <${support}>`,
    MAIL_REPLY_TO: support,
    // The test asks more often than a person may.
    RATE_LIMIT: 'off',
  });
  const { internal } = JSON.parse(await running.line(/"msg":"ready"/));
  const token = await signedToken({ role: 'admin', email: 'ana@leitor.example' });
  client = createInternalClient({ url: internal, token });
};

/** The highest resident memory in each quarter of the mails, in bytes. */
const readAll = async (mails: number): Promise<number[]> => {
  const peaks = [0, 0, 0, 0];
  for (;;) {
    const { position } = await client.inbound.status.query();
    const read = position?.lastUid ?? 0;
    if (read >= mails) return peaks;
    const quarter = Math.min(3, Math.floor((read * 4) / mails));
    const bytes = await residentBytes(running.child.pid ?? 0);
    peaks[quarter] = Math.max(peaks[quarter] ?? 0, bytes);
  }
};

const pages = async <T>(
  list: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[]> => {
  const items: T[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await list(cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
};

describe(`a corpus of ${count} mails`, () => {
  it('is read with none lost, none twice, no loop and flat memory', async () => {
    const mails = await fillMailbox();
    await startService();
    const started = performance.now();
    const peaks = await readAll(mails);
    const seconds = (performance.now() - started) / 1_000;
    const wanted = { 'new-ticket': 0, ignored: 0, quarantined: 0 };
    for (const { outcome } of corpusOf(count)) wanted[outcome] += 1;

    const known = await pages((cursor) =>
      client.inbound.list.query({ limit: 100, ...(cursor && { cursor }) }),
    );
    const found = { 'new-ticket': 0, ignored: 0, quarantined: 0, reply: 0, automatic: 0 };
    for (const { outcome } of known) found[outcome] += 1;
    const reasons = Map.groupBy(known, ({ reason }) => reason);
    const tickets = await pages((cursor) =>
      client.tickets.list.query({ limit: 100, ...(cursor && { cursor }) }),
    );
    const bodies: string[] = [];
    for (const { id } of tickets) {
      const { messages } = await client.tickets.get.query({ id });
      bodies.push(messages.map(({ body, folded }) => `${body}\n${folded ?? ''}`).join('\n'));
    }
    const all = bodies.join('\n');
    const missing = [...corpusOf(count)].flatMap(({ shape, holds }) =>
      holds === undefined || all.includes(holds) ? [] : [shape],
    );
    process.stdout.write(
      `${mails} mails, ${mails - count} of them again, in ${seconds.toFixed(0)} s: ${JSON.stringify(found)}, ` +
        `reasons ${JSON.stringify([...reasons].map(([reason, { length }]) => [reason, length]))}; ` +
        `peaks of memory by quarter ${peaks.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')} MiB\n`,
    );
    expect(missing).toEqual([]);
    expect(found).toEqual({ ...wanted, reply: 0, automatic: 0 });
    expect(tickets).toHaveLength(wanted['new-ticket']);
    expect((await client.outbox.list.query({})).items).toEqual([]);
    const [earlier, later] = [peaks.slice(0, 2), peaks.slice(2)].map((half) => Math.max(...half));
    expect(later).toBeLessThan((earlier ?? 0) + garbageBytes);
  });
});
