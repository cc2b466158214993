import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { findPosition } from '../../../db/inbound/positions.ts';
import type { Mailbox, MailboxMail } from '../../../server/clients/imap.ts';
import { ingestMail, quarantineOversized } from '../../../server/inbound/ingest.ts';
import { readMailboxJob } from '../../../server/inbound/job.ts';
import { startApp } from '../../harness.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMail, aMailWith } from '../mails.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startApp(
  {
    ...mailEnv,
    MAIL_FROM: 'Atendimento <Oi@Leitor.example>',
    IMAP_URL: 'imap://suporte:segredo@127.0.0.1:1/Entrada',
  },
  { now: () => clock.now },
);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });
const admin = await app.trpc();
const ctx = app.service.contextFor('job:read-mailbox');
const mailbox = 'suporte@127.0.0.1/Entrada';

const ingest = (raw: Buffer) => agent.inbound.ingest.mutate({ raw: raw.toString('base64') });
const anImapMail = (lastUid: number, uidValidity = '7') => ({
  source: 'imap' as const,
  position: { mailbox, uidValidity, lastUid },
});
const withNote = (email: string) =>
  aMailWith(
    [{ name: 'nota.txt', type: 'text/plain', contents: Buffer.from('conteúdo da nota') }],
    from(email),
  );
const refusal = { data: { errorCode: 'mail-not-found', code: 'NOT_FOUND' } };

describe('inbound.list', () => {
  it('has what each mail became, newest first, by outcome and in pages', async () => {
    const email = aPerson();
    const first = await ingest(aMail(from(email)));
    await ingest(aMail({ ...from(email), 'Auto-Submitted': 'auto-replied' }));
    const second = await ingest(withNote(email));
    const { items } = await agent.inbound.list.query({ limit: 3 });
    const seen = { source: 'gateway', sender: email, subject: 'Edição não chegou', lookedAt: null };
    expect(items).toMatchObject([
      { ...seen, outcome: 'new-ticket', ticketId: second.ticketId, messageId: second.messageId },
      { ...seen, outcome: 'ignored', reason: 'auto-reply', ticketId: null },
      { ...seen, outcome: 'new-ticket', ticketId: first.ticketId },
    ]);
    const page = { outcome: 'new-ticket', limit: 1 } as const;
    const last = await agent.inbound.list.query(page);
    expect(last).toEqual({ items: [items[0]], nextCursor: String(items[0]?.id) });
    const next = await agent.inbound.list.query({ ...page, cursor: last.nextCursor ?? '' });
    expect(next.items).toEqual([items[2]]);
  });
});

describe('inbound.status', () => {
  it('counts the mails of the last 24 hours by outcome', async () => {
    clock.now = new Date(clock.now.getTime() + 3 * 86_400_000);
    const counted = async () => {
      const { lastDay } = await agent.inbound.status.query();
      return Object.fromEntries(lastDay.map(({ outcome, count }) => [outcome, count]));
    };
    expect(await counted()).toEqual({});
    const kinds: Record<string, string>[] = [
      {},
      {},
      { 'Auto-Submitted': 'auto-replied' },
      { From: 'ninguém' },
    ];
    for (const mail of kinds) {
      await ingest(aMail({ ...from(aPerson()), ...mail }));
    }
    await quarantineOversized(ctx, anImapMail(1, '6'));
    const arrived = { 'new-ticket': 2, ignored: 1, quarantined: 2 };
    expect(await counted()).toEqual(arrived);
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    expect(await counted()).toEqual(arrived);
    clock.now = new Date(clock.now.getTime() + 1);
    expect(await counted()).toEqual({});
  });

  it('says how far the mailbox has been read, whatever its mails became', async () => {
    const position = async () => {
      const status = await agent.inbound.status.query();
      expect(status.mailbox).toBe(mailbox);
      return status.position;
    };
    await ctx.db.deleteFrom('inbound_positions').execute();
    expect(await position()).toBeNull();
    const person = aMail(from(aPerson()));
    const mails: [Buffer | undefined, string][] = [
      [person, 'new-ticket'],
      [person, 'duplicate'],
      [aMail({ From: 'ninguém' }), 'quarantined'],
      [undefined, 'quarantined'],
      [aMail({ ...from(aPerson()), 'Auto-Submitted': 'auto-replied' }), 'ignored'],
      [withNote(aPerson()), 'new-ticket'],
    ];
    for (const [index, [raw, outcome]] of mails.entries()) {
      clock.now = new Date(clock.now.getTime() + 1_000);
      const origin = anImapMail(index + 1);
      const taken = raw ? ingestMail(ctx, raw, origin) : quarantineOversized(ctx, origin);
      expect(await taken).toMatchObject({ outcome });
      expect(await position()).toEqual({
        ...origin.position,
        readAt: clock.now.toISOString(),
      });
    }
    await ingestMail(ctx, aMail(from(aPerson())), anImapMail(3));
    expect(await position()).toMatchObject({ uidValidity: '7', lastUid: mails.length });
    await ingestMail(ctx, aMail(from(aPerson())), anImapMail(2, '8'));
    expect(await position()).toMatchObject({ uidValidity: '8', lastUid: 2 });
  });
});

describe('the job read-mailbox', () => {
  /** Runs it on a mailbox with these mails; returns the position that it reads from. */
  const run = async (mails: MailboxMail[]) => {
    const seen: Parameters<Mailbox['read']>[0][] = [];
    const box: Mailbox = {
      name: 'loja@127.0.0.1/Entrada',
      read: async (after, take) => {
        seen.push(after);
        for (const mail of mails) await take(mail);
      },
    };
    await readMailboxJob.run(
      { ...ctx, mailbox: box },
      {
        scheduledFor: clock.now,
        signal: new AbortController().signal,
      },
    );
    return seen;
  };

  it('reads on from the position of its mailbox', async () => {
    const uidValidity = '9';
    const mails = [
      { uidValidity, uid: 4, raw: aMail(from(aPerson())) },
      { uidValidity, uid: 9, raw: undefined },
    ];
    expect(await run(mails)).toEqual([undefined]);
    const { items } = await agent.inbound.list.query({ limit: 2 });
    expect(items).toMatchObject([
      { source: 'imap', outcome: 'quarantined', reason: 'too-large', sender: null },
      { source: 'imap', outcome: 'new-ticket' },
    ]);
    expect(await run([])).toMatchObject([{ uidValidity, lastUid: 9 }]);
    expect(await findPosition(ctx.db, 'loja@127.0.0.1/Entrada')).toMatchObject({ lastUid: 9 });
  });
});

describe('the quarantine', () => {
  const quarantined = async (reason: string) => {
    const { items } = await agent.inbound.list.query({ outcome: 'quarantined', limit: 100 });
    return items.filter((item) => item.reason === reason);
  };

  it('takes a mail that the database refuses, which can be read again later', async () => {
    const email = aPerson();
    const mail = aMail({ ...from(email), Subject: 'Recusado pelo banco' });
    await sql`alter table tickets add constraint refused check (subject <> 'Recusado pelo banco')`.execute(
      ctx.db,
    );
    try {
      expect(await ingestMail(ctx, mail, anImapMail(50, '50'))).toEqual({
        outcome: 'quarantined',
        reason: 'failed',
      });
      const [failed] = await quarantined('failed');
      expect(failed).toMatchObject({ source: 'imap', ticketId: null, messageId: null });
      expect((await findPosition(ctx.db, mailbox))?.lastUid).toBe(50);
      expect(await admin.inbound.retry.mutate({ id: failed?.id ?? 0 })).toMatchObject({
        outcome: 'quarantined',
        reason: 'failed',
      });
    } finally {
      await sql`alter table tickets drop constraint refused`.execute(ctx.db);
    }
    const [again, ...others] = await quarantined('failed');
    expect(others).toEqual([]);
    const { ticketId = 0, outcome } = await admin.inbound.retry.mutate({ id: again?.id ?? 0 });
    expect(outcome).toBe('new-ticket');
    expect(await agent.tickets.get.query({ id: ticketId })).toMatchObject({
      requesterEmail: email,
    });
    expect(await quarantined('failed')).toEqual([]);
    const same = admin.inbound.retry.mutate({ id: again?.id ?? 0 });
    await expect(same).rejects.toMatchObject(refusal);
    expect(
      (await admin.audit.list.query({ target: `inbound-mail:${again?.id}` })).items,
    ).toMatchObject([{ action: 'inbound.retry', outcome: 'done' }]);
  });

  it('cannot read a mail again that was too large to be stored', async () => {
    const large = anImapMail(60, '60');
    expect((await quarantineOversized(ctx, large)).outcome).toBe('quarantined');
    expect((await quarantineOversized(ctx, large)).outcome).toBe('duplicate');
    const { items } = await agent.inbound.list.query({ limit: 1 });
    const [{ id = 0 } = {}] = items;
    await expect(admin.inbound.retry.mutate({ id })).rejects.toMatchObject(refusal);
    await expect(agent.inbound.release.mutate({ id })).rejects.toMatchObject(refusal);
    expect((await agent.inbound.list.query({ limit: 1 })).items).toEqual(items);
  });
});
