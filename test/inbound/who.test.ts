import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { deleteOldestQuarantined } from '../../db/inbound/set-aside.ts';
import { inTransaction } from '../../server/core/context.ts';
import { mailIdOf } from '../../server/outbox/signed-ids.ts';
import { startApp } from '../harness.ts';
import { aPerson, from, mailEnv } from './mail-people.ts';
import { aBounce, aMail } from './mails.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });
const ctx = app.service.contextFor('test');

const ingest = (raw: Buffer) => agent.inbound.ingest.mutate({ raw: raw.toString('base64') });
const outcomeOf = async (headers: Record<string, string>) => {
  const { outcome, reason } = await ingest(aMail(headers));
  return [outcome, reason];
};

describe('who a mail is from', () => {
  it.each([
    ['two senders', 'ana@exemplo.com.br, bia@exemplo.com.br'],
    ['two addresses in brackets', '"a" <ana@exemplo.com.br> <bia@exemplo.com.br>'],
    ['a name of 3 000 characters', `${'a'.repeat(3_000)} <bia@exemplo.com.br>`],
    ['two headers', 'ana@exemplo.com.br\r\nFrom: bia@exemplo.com.br'],
  ])('with %s goes to quarantine', async (_, From) => {
    expect(await outcomeOf({ From })).toEqual(['quarantined', 'ambiguous-sender']);
  });

  it('with a NUL in the address goes to quarantine', async () => {
    const From = 'Ana <=?utf-8?q?a=00b?=@exemplo.com.br>';
    expect(await outcomeOf({ From })).toEqual(['quarantined', 'no-sender']);
  });
});

describe('whoever a mail is from', () => {
  it.each([
    'a=b@x.com',
    'prvs=1234=joao@x.com',
    'a/b@x.com',
    'a&b@x.com',
    'joao!@x.com',
    '{joao}@x.com',
    '"joao silva"@x.com',
    'joao@localhost',
    'joao@x.c',
    'joao@[127.0.0.1]',
    '.joao@x.com',
    'joao@x_y.com',
    'jose\u0301@x.com',
  ])('is found and erased: %s', async (address) => {
    const admin = await app.trpc();
    const { ticketId = 0 } = await ingest(aMail(from(address)));
    const email = address.normalize('NFC');
    const ticket = () => admin.tickets.get.query({ id: ticketId });
    expect(await ticket()).toMatchObject({ requesterEmail: expect.stringContaining('@') });
    const { records, total } = await admin.people.erase.mutate({ email: address.toUpperCase() });
    expect(records).toContainEqual({ kind: 'tickets', count: 1 });
    await admin.people.erase.mutate({ email, dryRun: false, expected: total });
    expect(await ticket()).toMatchObject({ requesterEmail: null, subject: '[conteúdo apagado]' });
    const found = await admin.people.find.query({ email });
    expect(found.records.filter(({ count }) => count > 0)).toEqual([]);
  });
});

describe('a mail with the Message-ID of another', () => {
  it('is another mail if another person sent it', async () => {
    const headers = { ...from(aPerson()), 'Message-ID': `<${crypto.randomUUID()}@exemplo.com.br>` };
    const earlier = { ...headers, ...from(aPerson()), 'Auto-Submitted': 'auto-replied' };
    expect(await outcomeOf(earlier)).toEqual(['ignored', 'auto-reply']);
    expect(await outcomeOf(headers)).toEqual(['new-ticket', undefined]);
    expect(await outcomeOf(headers)).toEqual(['duplicate', undefined]);
  });

  it('is the same mail if the version before stored it by its Message-ID alone', async () => {
    const headers = { ...from(aPerson()), 'Message-ID': `<${crypto.randomUUID()}@exemplo.com.br>` };
    await ingest(aMail(headers));
    await sql`update inbound_mails set dedupe_key = mail_id where mail_id = ${headers['Message-ID']}`.execute(
      ctx.db,
    );
    expect(await outcomeOf(headers)).toEqual(['duplicate', undefined]);
    expect(await outcomeOf({ ...headers, ...from(aPerson()) })).toEqual(['new-ticket', undefined]);
  });
});

describe('the hourly limit of a sender', () => {
  const results = (verdict: string) => ({
    'Authentication-Results': `mx.leitor.example; spf=none (a; dmarc=pass) smtp.mailfrom="x; dmarc=pass"; ${verdict}`,
  });

  it('is not used up by forged mails if the mail server says which are', async () => {
    const email = aPerson();
    const forged = { ...from(email), ...results('dmarc=fail header.from=exemplo.com.br') };
    for (let sent = 0; sent < 30; sent += 1) await ingest(aMail(forged));
    expect(await outcomeOf(forged)).toEqual(['quarantined', 'too-many']);
    for (const verdict of [
      'dmarc=pass header.from=exemplo.com.br',
      'dkim=pass header.d=exemplo.com.br',
    ]) {
      expect(await outcomeOf({ ...from(email), ...results(verdict) })).toEqual([
        'new-ticket',
        undefined,
      ]);
    }
    const signedByOthers = { ...from(email), ...results('dkim=pass header.d=outra.example') };
    expect(await outcomeOf(signedByOthers)).toEqual(['quarantined', 'too-many']);
  });
});

describe('a bounce', () => {
  const mailed = async () => {
    const email = aPerson();
    const { ticketId = 0 } = await ingest(aMail(from(email)));
    const { messageId } = await agent.tickets.reply.mutate({
      id: ticketId,
      html: '<p>Reenviamos.</p>',
      sendEmail: true,
      undoSeconds: 0,
    });
    await ctx.db
      .updateTable('outbox')
      .set({ status: 'sent' })
      .where('message_id', '=', messageId)
      .execute();
    await agent.tickets.setStatus.mutate({ id: ticketId, status: 'closed' });
    const domain = 'leitor.example';
    return { ticketId, mailId: await mailIdOf(ctx, { ticketId, messageId, domain }) };
  };
  const statusOf = async (id: number) => (await agent.tickets.get.query({ id })).status;

  it('counts only with the signature of our Message-ID', async () => {
    const { ticketId, mailId } = await mailed();
    const unsigned = mailId.replace(/\.[a-z2-7]{16}@/, '@');
    for (const forged of [unsigned, mailId.replace(/.{16}@/, 'aaaaaaaaaaaaaaaa@')]) {
      expect(await ingest(aBounce(forged))).toEqual({
        outcome: 'quarantined',
        reason: 'unsigned-bounce',
      });
    }
    expect(await statusOf(ticketId)).toBe('closed');
    expect(await ingest(aBounce(mailId))).toMatchObject({ outcome: 'ignored', ticketId });
    expect(await statusOf(ticketId)).toBe('open');
  });

  it('of a mail that is not ours is ignored', async () => {
    expect(await ingest(aBounce('<ticket-1.message-1@outra.example>'))).toEqual({
      outcome: 'ignored',
      reason: 'bounce',
    });
  });
});

describe('the quarantine', () => {
  it('has a thousand mails at most: the oldest go, and a line of the log says so', async () => {
    await sql`insert into inbound_mails (dedupe_key, source, outcome, raw, received_at)
      select 'cheio ' || n, 'gateway', 'quarantined', 'x', now() from generate_series(1, 1000) as n`.execute(
      ctx.db,
    );
    expect(await outcomeOf({ From: 'ninguém' })).toEqual(['quarantined', 'no-sender']);
    const keys = await sql<{ dedupe_key: string }>`
      select dedupe_key from inbound_mails where outcome = 'quarantined' order by id`.execute(
      ctx.db,
    );
    expect(keys.rows).toHaveLength(1_000);
    expect(keys.rows[0]).toEqual({ dedupe_key: 'cheio 2' });
    expect(app.logs).toContainEqual(
      expect.objectContaining({ msg: 'the quarantine is full: its oldest mails are deleted' }),
    );
  });

  it('has so many bytes at most', async () => {
    const left = await inTransaction(ctx, async ({ db }) => {
      await sql`delete from inbound_mails where outcome = 'quarantined'`.execute(db);
      // The newest ones are in the storage.
      await sql`insert into inbound_originals (hash, path, bytes)
        select 'grande ' || n, 'grande ' || n, 1000 from generate_series(4, 5) as n`.execute(db);
      await sql`insert into inbound_mails (dedupe_key, source, outcome, raw, original_id, received_at)
        select 'grande ' || n, 'gateway', 'quarantined', case when o.id is null then decode(repeat('00', 1000), 'hex') end, o.id, now()
        from generate_series(1, 5) as n left join inbound_originals o on o.hash = 'grande ' || n order by n`.execute(
        db,
      );
      expect(await deleteOldestQuarantined(db, { mails: 1_000, bytes: 3_000 })).toBe(2);
      return sql<{ dedupe_key: string }>`
        select dedupe_key from inbound_mails where outcome = 'quarantined' order by id`.execute(db);
    });
    expect(left.rows.map(({ dedupe_key }) => dedupe_key)).toEqual([
      'grande 3',
      'grande 4',
      'grande 5',
    ]);
  });
});
