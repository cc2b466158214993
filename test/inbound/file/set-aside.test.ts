import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { dropOldestAutomatic, touchOriginal } from '../../../db/inbound/originals.ts';
import { inTransaction } from '../../../server/core/context.ts';
import { removeOriginals } from '../../../server/inbound/receive/originals.ts';
import { replyAddressOf } from '../../../server/outbox/signed-ids.ts';
import { startApp } from '../../harness.ts';
import { aPerson, from, mailEnv } from '../mail-people.ts';
import { aMail, aMailWith } from '../mails.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startApp(mailEnv, { now: () => clock.now });
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });
const admin = await app.trpc();
const ctx = app.service.contextFor('test');
const never = new AbortController().signal;

const ingest = (raw: Buffer) => agent.inbound.ingest.mutate({ raw: raw.toString('base64') });
const newest = async () => {
  const [mail] = (await agent.inbound.list.query({ limit: 1 })).items;
  if (!mail) throw new Error('there is no mail');
  return mail;
};
const automatic = (body?: string) =>
  aMail({ ...from(aPerson()), 'Auto-Submitted': 'auto-replied' }, body);
const storedMails = async () =>
  (await readdir(app.directory, { recursive: true })).filter((file) => file.endsWith('.eml'));
/** Makes what was kept so many minutes old. */
const age = (minutes: number) =>
  sql`update inbound_originals set kept_at = now() - make_interval(mins => ${minutes})`.execute(
    ctx.db,
  );

describe('a mail as it came', () => {
  // Automatic ones of other tests would count, and what was dropped be removed.
  beforeEach(async () => {
    await inTransaction(ctx, ({ db }) => dropOldestAutomatic(db, { mails: 0, bytes: 0 }));
    await removeOriginals(ctx, never);
  });

  it('is in the storage, whatever becomes of it, and once if it comes again', async () => {
    const before = (await storedMails()).length;
    const person = aMail(from(aPerson()));
    for (const raw of [person, automatic(), aMail({ From: 'ninguém' }), person]) await ingest(raw);
    expect((await storedMails()).length - before).toBe(3);
    // Only automatic ones are bounded.
    const rows = ctx.db.selectFrom('inbound_originals').select('automatic').orderBy('id', 'desc');
    const kinds = (await rows.limit(3).execute()).map(({ automatic }) => automatic);
    expect(kinds).toEqual([false, true, false]);
  });

  it('is removed if a process died before its row was stored', async () => {
    await ingest(automatic());
    const { id } = await newest();
    await sql`delete from inbound_mails where id = ${id}`.execute(ctx.db);
    await age(59);
    expect(await removeOriginals(ctx, never)).toBe(0);
    await age(61);
    // The same mail is being stored again.
    const { rows } = await sql<{
      hash: string;
    }>`select hash from inbound_originals order by id desc limit 1`.execute(ctx.db);
    expect(await touchOriginal(ctx.db, rows[0]?.hash ?? '')).toMatchObject({ stored: true });
    expect(await removeOriginals(ctx, never)).toBe(0);
    await age(61);
    expect(await removeOriginals(ctx, never)).toBe(1);
  });

  it('of no person has bounded bytes: the oldest go, and stay in the list', async () => {
    const bodies = ['um', 'dois', 'três'];
    for (const body of bodies) await ingest(automatic(body.repeat(100)));
    await ingest(aMail(from(aPerson())));
    const dropped = await inTransaction(ctx, ({ db }) =>
      dropOldestAutomatic(db, { mails: 2, bytes: 1_000_000 }),
    );
    expect(dropped).toBe(1);
    const { items } = await agent.inbound.list.query({ outcome: 'ignored', limit: 3 });
    const sources = await Promise.allSettled(
      items.map(({ id }) => agent.inbound.get.query({ id })),
    );
    expect(sources.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    const { rows } = await sql<{ bytes: number }>`
      select bytes from inbound_originals where automatic and not unwanted order by id desc`.execute(
      ctx.db,
    );
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    const dropOver = (most: number) =>
      inTransaction(ctx, ({ db }) => dropOldestAutomatic(db, { mails: 9, bytes: most }));
    expect([rows.length, await dropOver(bytes), await dropOver(bytes - 1)]).toEqual([2, 0, 1]);
  });
});

describe('a mail that is no person’s', () => {
  it('is listed with its reason, subject and sender, counted until somebody looks, and shown', async () => {
    const email = aPerson();
    const before = await agent.inbound.status.query();
    const headers = { ...from(email), Subject: 'Férias', 'Auto-Submitted': 'auto-replied' };
    expect(await ingest(aMail(headers, 'Volto em março.'))).toEqual({
      outcome: 'ignored',
      reason: 'auto-reply',
    });
    const mail = await newest();
    const expected = { outcome: 'ignored', reason: 'auto-reply', sender: email, subject: 'Férias' };
    expect(mail).toMatchObject({ ...expected, lookedAt: null });
    expect((await agent.inbound.list.query({ unseen: true, limit: 1 })).items).toEqual([mail]);
    const count = ({ unseen }: typeof before) =>
      unseen.find(({ reason }) => reason === 'auto-reply')?.count ?? 0;
    expect(count(await agent.inbound.status.query())).toBe(count(before) + 1);
    await ingest(aMail(from(aPerson())));
    const ids = [(await newest()).id, mail.id];
    expect(await agent.inbound.dismiss.mutate({ ids })).toEqual({ dismissed: 1 });
    expect(await newest()).toMatchObject({ id: ids[0], lookedAt: null });
    expect(await agent.inbound.dismiss.mutate({ ids })).toEqual({ dismissed: 0 });
    expect(count(await agent.inbound.status.query())).toBe(count(before));
    const unseen = await agent.inbound.list.query({ unseen: true, limit: 100 });
    expect(unseen.items.map(({ id }) => id)).not.toContain(mail.id);
    expect(unseen.items.map(({ outcome }) => outcome)).not.toContain('new-ticket');
  });

  it.each<[string, Buffer]>([
    [
      'automatic',
      aMailWith([{ name: 'nota.txt', type: 'text/plain', contents: Buffer.from('x') }], {
        ...from(aPerson()),
        'Auto-Submitted': 'auto-replied',
      }),
    ],
    ['our own', aMail({ From: 'suporte@leitor.example' })],
    ['of two senders', aMail({ From: 'ana@exemplo.com.br, bia@exemplo.com.br' })],
    ['a bounce', aMail({ ...from(aPerson()), 'Return-Path': '<>', Subject: 'Returned mail' })],
  ])('becomes a ticket if an agent says so: %s', async (_, raw) => {
    await ingest(raw);
    const { id } = await newest();
    const { ticketId } = await agent.inbound.release.mutate({ id });
    expect(await agent.tickets.get.query({ id: ticketId })).toMatchObject({ status: 'open' });
    expect(await newest()).toMatchObject({ outcome: 'new-ticket', ticketId });
    await expect(agent.inbound.release.mutate({ id })).rejects.toMatchObject({
      data: { errorCode: 'mail-not-found' },
    });
    expect(await ingest(raw)).toEqual({ outcome: 'duplicate' });
  });
});

describe('inbound.retry', () => {
  it('reads the mail of a message again, by the rules of today', async () => {
    const introduction = 'Em 10/03/2026 11:40, Leitor <suporte@leitor.example> escreveu:';
    const body = `Não chegou.\r\n\r\n${introduction}\r\n> Cobrança em dobro`;
    const { ticketId = 0 } = await ingest(aMail({ ...from(aPerson()), Subject: 'A edição' }, body));
    // As a version stored it that could not read it.
    await sql`update ticket_messages set body = 'N\ufffdo', folded = null, unsent = null
      where ticket_id = ${ticketId}`.execute(ctx.db);
    await sql`update tickets set subject = 'A edi\ufffd\ufffdo' where id = ${ticketId}`.execute(
      ctx.db,
    );
    await sql`update inbound_mails set subject = 'A edi\ufffd\ufffdo' where ticket_id = ${ticketId}`.execute(
      ctx.db,
    );
    const { id } = await newest();
    expect(await admin.inbound.retry.mutate({ id })).toMatchObject({ ticketId });
    expect(await agent.tickets.get.query({ id: ticketId })).toMatchObject({
      subject: 'A edição',
      messages: [{ body: 'Não chegou.', folded: `${introduction}\n> Cobrança em dobro` }],
    });
    for (const search of ['chegou', 'dobro']) {
      const found = await agent.tickets.list.query({ search });
      expect(found.items.map((ticket) => ticket.id)).toContain(ticketId);
    }
    // A subject that an agent gave the ticket stays.
    await agent.tickets.edit.mutate({ id: ticketId, subject: 'Entrega' });
    await admin.inbound.retry.mutate({ id });
    expect(await agent.tickets.get.query({ id: ticketId })).toMatchObject({ subject: 'Entrega' });
    const To = (await replyAddressOf(ctx, ticketId)) ?? '';
    await ingest(aMail({ ...from('ana@exemplo.com.br'), Subject: 'Entrega', To }, 'Chegou.'));
    const { id: reply } = await newest();
    expect(await admin.inbound.retry.mutate({ id: reply })).toMatchObject({ outcome: 'reply' });
  });

  it('shows the names of its files, and the beginning of a long source', async () => {
    const file = { name: 'nota.txt', type: 'text/plain', contents: Buffer.alloc(20_000, 'a') };
    const raw = aMailWith([file], { ...from(aPerson()), Subject: 'Nota' });
    await ingest(raw);
    expect(await agent.inbound.get.query({ id: (await newest()).id })).toEqual({
      mail: { subject: 'Nota', text: 'Segue o anexo.', attachments: ['nota.txt'] },
      source: raw.subarray(0, 20_000).toString(),
    });
  });
});
