import { afterAll, describe, expect, it } from 'vitest';
import { type InboundOutcome, insertInbound } from '../../../db/inbound/inbound.ts';
import { inTransaction } from '../../../server/core/context.ts';
import { forwardAddressOf } from '../../../server/outbox/signed-ids.ts';
import { startApp } from '../../harness.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMail, aMailWith } from '../mails.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const env = { ...mailEnv, ATTACHMENT_BYTES_PER_PERSON_PER_DAY: '1000' };
const app = await startApp(env, { now: () => clock.now });
afterAll(() => app.close());
const admin = await app.trpc();

const ingest = (headers: Record<string, string>) =>
  admin.inbound.ingest.mutate({ raw: aMail(headers).toString('base64') });
/** Stores mails of a person that came now, with these outcomes by turns. */
const store = (sender: string, count: number, ...outcomes: InboundOutcome[]) =>
  inTransaction(app.service.contextFor('test'), async ({ db }) => {
    for (let n = 0; n < count; n += 1) {
      await insertInbound(db, {
        source: 'gateway',
        sender,
        receivedAt: clock.now,
        dedupeKey: crypto.randomUUID(),
        mailId: null,
        verified: false,
        reason: null,
        raw: null,
        subject: null,
        contentHash: null,
        originalId: null,
        outcome: outcomes[n % outcomes.length] ?? 'reply',
      });
    }
  });

describe('mails of one sender', () => {
  it('are quarantined from the 31st within an hour, until the hour is over', async () => {
    const email = aPerson();
    await store(email, 29, 'new-ticket', 'reply');
    expect(await ingest(from(email))).toMatchObject({ outcome: 'new-ticket' });
    clock.now = new Date(clock.now.getTime() + 3_600_000);
    expect(await ingest(from(email))).toMatchObject({
      outcome: 'quarantined',
      reason: 'too-many',
    });
    expect(await ingest(from(aPerson()))).toMatchObject({ outcome: 'new-ticket' });
    clock.now = new Date(clock.now.getTime() + 1);
    expect(await ingest(from(email))).toMatchObject({ outcome: 'new-ticket' });
  });

  it('counts mails that open tickets and replies; an administrator can still read them', async () => {
    const email = aPerson();
    const { ticketId = 0 } = await ingest(from(email));
    const reply = { ...from(email), 'In-Reply-To': `<ticket-${ticketId}@leitor.example>` };
    expect(await ingest(reply)).toMatchObject({ outcome: 'reply' });
    await store(email, 28, 'reply');
    expect(await ingest(reply)).toMatchObject({ outcome: 'quarantined', reason: 'too-many' });
    const { items } = await admin.inbound.list.query({ outcome: 'quarantined' });
    const [quarantined] = items.filter(({ sender }) => sender === email);
    expect(await admin.inbound.retry.mutate({ id: quarantined?.id ?? 0 })).toMatchObject({
      outcome: 'reply',
      ticketId,
    });
  });
});

describe('the attachments of all mails', () => {
  it('are refused by name once they have the bytes of twenty people, for 24 hours', async () => {
    const noticeOf = async (name: string, bytes: number) => {
      const file = { name, type: 'text/plain', contents: Buffer.alloc(bytes, 'a') };
      const raw = aMailWith([file], from(aPerson())).toString('base64');
      const { ticketId = 0 } = await admin.inbound.ingest.mutate({ raw });
      return (await admin.tickets.get.query({ id: ticketId })).messages[0]?.notice;
    };
    expect(await noticeOf('um.txt', 19_000)).toBeNull();
    expect(await noticeOf('dois.txt', 1_001)).toBe('Anexos recusados: dois.txt');
    expect(await noticeOf('três.txt', 1_000)).toBeNull();
    expect(await noticeOf('quatro.txt', 1)).toBe('Anexos recusados: quatro.txt');
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    expect(await noticeOf('cinco.txt', 20_000)).toBeNull();
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    // Those of answers to forwards count too.
    const { ticketId: id = 0, messageId = 0 } = await ingest(from(aPerson()));
    const { noteId } = await admin.tickets.forward.mutate({ id, messageId, to: [aPerson()] });
    const To = (await forwardAddressOf(app.service.contextFor('test'), noteId)) ?? '';
    const file = { name: 'seis.txt', type: 'text/plain', contents: Buffer.alloc(20_000, 'a') };
    const raw = aMailWith([file], { ...from(aPerson()), To }).toString('base64');
    await admin.inbound.ingest.mutate({ raw });
    expect(await noticeOf('sete.txt', 1)).toBe('Anexos recusados: sete.txt');
  });
});
