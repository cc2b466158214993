import { ImapFlow } from 'imapflow';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findPosition } from '../../../db/inbound/positions.ts';
import { imapUrl } from '../../../server/config/value-schemas.ts';
import { readMailboxJob } from '../../../server/inbound/job.ts';
import { maxMailBytes } from '../../../server/inbound/receive/originals.ts';
import { startApp, type TestApp } from '../../harness.ts';
import { type MailServers, startMailServers } from '../mail-servers.ts';
import { aMail } from '../mails.ts';

const support = 'suporte@leitor.example';
let servers: MailServers;
let app: TestApp;
let agent: Awaited<ReturnType<TestApp['trpc']>>;

beforeAll(async () => {
  servers = await startMailServers([support]);
  app = await startApp({ IMAP_URL: servers.imap.inboxOf(support) });
  agent = await app.trpc({ role: 'agent' });
});
afterAll(async () => {
  await app?.close();
  await servers?.stop();
});

const turns: { end: () => void; ended: Promise<void> }[] = [];
afterEach(async () => {
  for (const turn of turns) turn.end();
  await Promise.allSettled(turns.splice(0).map(({ ended }) => ended));
});

/** A turn of the job, as the runner of jobs starts it; it ends with the test. */
const startTurn = (on: TestApp = app) => {
  const turn = new AbortController();
  const ended = readMailboxJob.run(on.service.contextFor('job:read-mailbox'), {
    scheduledFor: new Date(),
    signal: turn.signal,
  });
  ended.catch(() => undefined);
  const started = { ended, end: () => turn.abort() };
  turns.push(started);
  return started;
};

const deliver = (raw: Buffer) => servers.deliver(raw, { from: 'ana@exemplo.com.br', to: support });
const aPerson = () => `${crypto.randomUUID()}@exemplo.com.br`;
const ticketsOf = async (email: string) =>
  (await agent.tickets.list.query({ search: email })).items;
const arrived = (email: string, count = 1) =>
  expect.poll(() => ticketsOf(email)).toHaveLength(count);
/** What the mail server says about the mailbox. */
const inboxStatus = async () => {
  const client = new ImapFlow({ ...connectionOf(servers.imap.inboxOf(support)), logger: false });
  client.on('error', () => undefined);
  await client.connect();
  const status = await client.status('INBOX', { messages: true, unseen: true, uidNext: true });
  await client.logout();
  const { messages = 0, unseen, uidNext = 0 } = status || {};
  return { messages, unseen, lastUid: uidNext - 1 };
};
const position = async () => {
  const name = (await agent.inbound.status.query()).mailbox ?? '';
  return findPosition(app.service.contextFor('test').db, name);
};

describe('the mailbox', () => {
  it('is read as mails arrive (IDLE), each once, and the position follows', async () => {
    startTurn();
    const lastUid = async () => (await position())?.lastUid ?? 0;
    // What other tests left.
    await expect.poll(lastUid).toBe((await inboxStatus()).lastUid);
    const people = [aPerson(), aPerson(), aPerson()];
    for (const email of people) {
      const before = await lastUid();
      const sent = Date.now();
      await deliver(aMail({ From: email }));
      await arrived(email);
      // Far below the half minute after which the mailbox is looked at without news.
      expect(Date.now() - sent).toBeLessThan(28_000);
      await expect.poll(lastUid).toBe(before + 1);
    }
    for (const email of people) await arrived(email);
  });

  it('has each mail taken once by two processes that read it at the same time', async () => {
    const people = Array.from({ length: 10 }, aPerson);
    startTurn();
    startTurn();
    for (const email of people) await deliver(aMail({ From: email }));
    for (const email of people) await arrived(email);
    expect(await Promise.all(people.map(ticketsOf))).toEqual(
      people.map(() => [expect.any(Object)]),
    );
  });

  it('reads the mailbox again after the server came back', async () => {
    const [email, earlier] = [aPerson(), aPerson()];
    const turn = startTurn();
    await deliver(aMail({ From: earlier }));
    await servers.imap.down();
    await expect(turn.ended).rejects.toThrow();
    await deliver(aMail({ From: email }));
    await expect(startTurn().ended).rejects.toThrow();
    await servers.imap.up();
    startTurn();
    await arrived(email);
    await arrived(earlier);
  });

  it('is never changed: mails stay, and stay unread', async () => {
    const email = aPerson();
    startTurn();
    await deliver(aMail({ From: email }));
    await arrived(email);
    const { messages, unseen } = await inboxStatus();
    expect(messages).toBeGreaterThan(0);
    expect(unseen).toBe(messages);
  });

  it('reads a renumbered mailbox (UIDVALIDITY) from its beginning, known mails as duplicates', async () => {
    const email = aPerson();
    const turn = startTurn();
    await deliver(aMail({ From: email }));
    await arrived(email);
    turn.end();
    await turn.ended;
    const old = await position();
    await app.service
      .contextFor('test')
      .db.updateTable('inbound_positions')
      .set({ uid_validity: '1' })
      .execute();
    startTurn();
    await expect.poll(position).toMatchObject({
      uidValidity: old?.uidValidity,
      lastUid: old?.lastUid,
    });
    await arrived(email);
  });

  it('has a mail that is too large put in quarantine, and the next one read', async () => {
    const [large, next] = [aPerson(), aPerson()];
    const line = `${'x'.repeat(998)}\r\n`;
    await deliver(aMail({ From: large }, line.repeat(maxMailBytes / 1_000 + 1)));
    await deliver(aMail({ From: next }));
    startTurn();
    await arrived(next);
    // The mail server may deliver the small one first.
    await expect
      .poll(() => agent.inbound.list.query({ outcome: 'quarantined', limit: 1 }))
      .toMatchObject({ items: [{ source: 'imap', reason: 'too-large' }] });
    expect(await ticketsOf(large)).toEqual([]);
  });
});

const connectionOf = (url: string) => {
  const { host, port, secure, user, password } = imapUrl.parse(url);
  return { host, port, secure, auth: { user, pass: password } };
};
