import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../../harness.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMail } from '../mails.ts';

const app = await startApp(mailEnv);
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });
const ctx = app.service.contextFor('test');

const ingest = (raw: Buffer) => agent.inbound.ingest.mutate({ raw: raw.toString('base64') });
const outcomeOf = async (headers: Record<string, string>) => {
  const { outcome, reason } = await ingest(aMail(headers));
  return [outcome, reason];
};

describe('whoever a mail is from', () => {
  it.each(['a=b@x.com', '"joao silva"@x.com', 'jose\u0301@x.com'])(
    'is found and erased: %s',
    async (address) => {
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
    },
  );
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
});
