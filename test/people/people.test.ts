import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { addDays, civilDayOf } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { aMail } from '../inbound/mails.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc({ role: 'admin' });
const { db } = app.service.contextFor('test');

/** A reader with an account and a ticket. */
const aPerson = async () => {
  const email = `pessoa-${crypto.randomUUID()}@exemplo.com.br`;
  await admin.accounts.upsert.mutate({ email, name: 'Zulmira' });
  const ticket = { requesterEmail: email, subject: 'Oi', body: 'Olá', main: 'Assinatura' };
  const { id: ticketId } = await admin.tickets.create.mutate(ticket);
  return { email, ticketId };
};

const ingest = (raw: Buffer) => admin.inbound.ingest.mutate({ raw: raw.toString('base64') });
/** A mail in quarantine without a sender. */
const quarantine = (text: string) => ingest(aMail({ From: 'ninguém', 'Reply-To': text }));

describe('people.find', () => {
  it('takes addresses in any case and form, of 254 characters at most', async () => {
    const longest = `${'a'.repeat(242)}@exemplo.com`;
    expect(await admin.people.find.query({ email: longest })).toMatchObject({ email: longest });
    const decomposed = await admin.people.find.query({ email: 'JOSE\u0301@exemplo.com' });
    expect(decomposed.email).toBe('jos\u00e9@exemplo.com');
    await expect(admin.people.find.query({ email: `a${longest}` })).rejects.toMatchObject({
      data: { errorCode: 'invalid-request' },
    });
  });

  it('refuses what is no address', async () => {
    await expect(admin.people.find.query({ email: 'ana@' })).rejects.toMatchObject({
      data: { code: 'BAD_REQUEST', field: 'email' },
    });
  });
});

describe('people.export', () => {
  it('returns what was written, notices, mails in quarantine and acts of others about the person', async () => {
    const email = `pessoa-${crypto.randomUUID()}@exemplo.com.br`;
    const { ticketId = 0 } = await ingest(aMail({ From: email }, 'Oi\r\n\r\n-- \r\nRua 7'));
    await sql`update ticket_messages set notice = 'Aviso' where ticket_id = ${ticketId}`.execute(
      db,
    );
    await quarantine(email);
    const act = { email, day: addDays(civilDayOf(new Date()), -2), reason: 'Viajou' };
    await admin.streaks.addDay.mutate(act);
    const { records } = await admin.people.export.mutate({ email });
    expect(records).toMatchObject({
      messages: [{ body: expect.stringContaining('Rua 7'), folded: null, notice: 'Aviso' }],
      'inbound-mails': [
        {
          sender: email,
          outcome: 'new-ticket',
          ticketId,
          source: expect.stringContaining('Rua 7'),
        },
        { outcome: 'quarantined', source: expect.stringContaining(`\r\nReply-To: ${email}\r\n`) },
      ],
      'audit-acts': [
        {
          action: 'streaks.addDay',
          changes: expect.arrayContaining([{ field: 'reason', after: 'Viajou' }]),
        },
      ],
    });
  });

  it('has the newest 64 MiB of mails as they came', async () => {
    const email = `pessoa-${crypto.randomUUID()}@exemplo.com.br`;
    for (const text of ['Primeira', 'Segunda']) await ingest(aMail({ From: email }, text));
    const mails = async () =>
      (await admin.people.export.mutate({ email })).records['inbound-mails'] ?? [];
    const [first, second] = await mails();
    const resize = (bytes: number) =>
      sql`update inbound_originals set bytes = ${bytes}
      where id = (select original_id from inbound_mails where id = ${first?.id})`.execute(db);
    const sources = async () => (await mails()).map(({ source }) => /\w+$/.exec(`${source}`)?.[0]);
    const most = 2 ** 26 - Number(second?.bytes);
    await resize(most);
    expect(await sources()).toEqual(['Primeira', 'Segunda']);
    await resize(most + 1);
    expect(await sources()).toEqual(['null', 'Segunda']);
  });
});

describe('people.erase', () => {
  it('closes the tickets of the person in reports, and leaves other people', async () => {
    const [{ email, ticketId }, other] = [await aPerson(), await aPerson()];
    const countsOf = async () => (await admin.reports.timeSeries.query({})).series.at(-1);
    const before = await countsOf();
    const { total, records } = await admin.people.erase.mutate({ email });
    const erased = await admin.people.erase.mutate({ email, dryRun: false, expected: total });
    expect(erased).toEqual({ dryRun: false, records, total });
    const erasedTicket = { main: 'Assinatura', status: 'closed', requesterEmail: null };
    expect(await admin.tickets.get.query({ id: ticketId })).toMatchObject(erasedTicket);
    const theirs = await admin.tickets.get.query({ id: other.ticketId });
    expect(theirs).toMatchObject({ status: 'open', requesterEmail: other.email });
    const [open, closed] = [(before?.open ?? 0) - 1, (before?.closed ?? 0) + 1];
    expect(await countsOf()).toEqual({ ...before, open, closed });
    expect(await admin.reports.check.query()).toEqual({ differences: [] });
  });

  it('refuses another total than the dry run’s, and only counts without one', async () => {
    const { email, ticketId } = await aPerson();
    const { total } = await admin.people.erase.mutate({ email, dryRun: true });
    await admin.tickets.addMessage.mutate({
      id: ticketId,
      author: 'Ana',
      origin: 'agent',
      body: 'Olá!',
    });
    await expect(
      admin.people.erase.mutate({ email, dryRun: false, expected: total }),
    ).rejects.toMatchObject({ data: { errorCode: 'erasure-outdated' } });
    for (const dryRun of [undefined, false]) {
      const counted = await admin.people.erase.mutate({ email, dryRun });
      expect(counted).toMatchObject({ dryRun: true, total: total + 1 });
    }
  });

  it('leaves a receipt that does not say whom', async () => {
    const { email } = await aPerson();
    const { total, records } = await admin.people.erase.mutate({ email });
    await admin.people.erase.mutate({ email, dryRun: false, expected: total });
    const { items } = await admin.audit.list.query({ action: 'people.erase', limit: 1 });
    expect(items).toMatchObject([{ target: expect.stringMatching(/^erasure:[\da-f-]{36}$/) }]);
    const { rows } = await sql<{ records: object }>`
      select records, now() - requested_at < interval '1 hour' as "justNow"
      from erasures where 'erasure:' || id::text = ${items[0]?.target}`.execute(db);
    expect(rows).toEqual([{ records, justNow: true }]);
  });
});
