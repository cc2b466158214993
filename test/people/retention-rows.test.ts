import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../server/core/civil-time.ts';
import { enforceRetention } from '../../server/people/retention.ts';
import { storedFiles, textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';

const start = new Date('2026-03-10T15:00:00Z');
const clock = { now: start };
const app = await startApp(
  {
    RETENTION_TICKETS_DAYS: '30',
    RETENTION_MAILS_DAYS: '20',
    RETENTION_INBOUND_DAYS: '15',
    RETENTION_WEBHOOKS_DAYS: '10',
  },
  { now: () => clock.now },
);
afterAll(() => app.close());
const admin = await app.trpc();
const ctx = app.service.contextFor('job:retention');
const { db } = ctx;

const enforce = (signal = new AbortController().signal) => enforceRetention(ctx, signal);
/** Moments before and at the one that the retention of so many days begins at. */
const around = (days: number) => {
  const limit = clock.now.getTime() - days * dayMs;
  return { old: new Date(limit - 1), kept: new Date(limit) };
};

const aTicket = async (status: 'closed' | 'resolved' = 'closed') => {
  const { id, messageId } = await admin.tickets.create.mutate({
    requesterEmail: 'leitora@exemplo.com.br',
    requesterName: 'Marina',
    subject: 'Endereço de Marina',
    body: 'Sou Marina.',
    main: 'Assinatura',
  });
  await admin.tickets.addMessage.mutate({ id, author: 'Bia', origin: 'agent', body: 'Oi, Marina' });
  await admin.tickets.addNote.mutate({ id, body: 'Marina ligou' });
  await admin.tickets.setStatus.mutate({ id, status });
  return { id, messageId };
};

describe('the retention', () => {
  it('removes mails that are settled, and none that is to be sent or in doubt', async () => {
    const { id } = await aTicket('resolved');
    const { old, kept } = around(20);
    const settled = ['sent', 'failed', 'dropped', 'bounced'];
    const rows = [
      ...settled.map((status) => ({ status, at: old })),
      ...['pending', 'unknown'].map((status) => ({ status, at: old })),
      { status: 'sent', at: kept },
    ];
    for (const [index, { status, at }] of rows.entries()) {
      const { id: messageId } = await admin.tickets.addMessage.mutate({
        id,
        author: 'Bia',
        origin: 'agent',
        body: 'Olá',
      });
      await sql`
        insert into outbox (ticket_id, message_id, mail_id, recipient, subject, status, due_at, created_at)
        values (${id}, ${messageId}, ${`${index}@exemplo`}, 'a@exemplo.com.br', 'Re', ${status}::mail_status, ${at}, ${at})`.execute(
        db,
      );
    }
    expect(await enforce()).toMatchObject({ mails: settled.length });
    const { rows: left } = await sql<{ status: string }>`
      select status from outbox where ticket_id = ${id} order by id`.execute(db);
    expect(left.map(({ status }) => status)).toEqual(['pending', 'unknown', 'sent']);
  });

  it('removes records of mails from readers', async () => {
    const { old, kept } = around(15);
    const insert = (key: string, outcome: string, at: Date) =>
      sql`
        insert into inbound_mails (dedupe_key, source, sender, outcome, received_at)
        values (${key}, 'gateway', 'a@exemplo.com.br', ${outcome}, ${at})`.execute(db);
    await insert('quarantined', 'quarantined', old);
    await insert('ignored', 'ignored', old);
    await insert('young', 'reply', kept);
    expect(await enforce()).toMatchObject({ inbound: 2 });
    const { rows } = await sql`select dedupe_key as key from inbound_mails order by id`.execute(db);
    expect(rows).toEqual([{ key: 'young' }]);
  });

  it('removes deliveries of webhooks and newsletter events in any state, and counts them', async () => {
    const { id } = await admin.webhooks.create.mutate({
      url: 'https://exemplo.com.br/',
      events: ['quiz.submitted'],
    });
    const { old, kept } = around(10);
    for (const [status, at] of [
      ['pending', old],
      ['delivered', old],
      ['failed', old],
      ['failed', kept],
    ] as const) {
      await sql`
        insert into webhook_deliveries (webhook_id, event_id, type, data, status, occurred_at)
        values (${id}, gen_random_uuid(), 'ticket.created', '{}', ${status}, ${at})`.execute(db);
    }
    const events = (prefix: string, count: number, at: Date) =>
      sql`
        insert into newsletter_events (uid, type, status, received_at)
        select ${prefix} || n, 'x', (array['pending', 'done', 'ignored', 'failed'])[1 + n % 4], ${at}::timestamptz
        from generate_series(1, ${count}) n`.execute(db);
    await events('old', 501, old);
    await events('young', 1, kept);
    expect(await enforce()).toMatchObject({ webhooks: 504 });
    const { items } = await admin.audit.list.query({ target: 'retention:webhooks' });
    expect(items).toMatchObject([{ changes: [{ field: 'removed', after: 504 }] }]);
    const { rows } = await sql`
      select status from webhook_deliveries union all select uid from newsletter_events`.execute(
      db,
    );
    expect(rows).toEqual([{ status: 'failed' }, { status: 'young1' }]);
  });

  it('removes sessions thirty days after they began, whenever they were used last', async () => {
    const { old, kept } = around(30);
    for (const [key, createdAt, lastSeenAt] of [
      ['old', old, kept],
      ['kept', kept, old],
    ] as const)
      await sql`
        insert into sessions (token_hash, email, subject, role, issued_at, created_at, last_seen_at)
        values (${key}, ${key}, ${key}, 'agent', ${kept}, ${createdAt}, ${lastSeenAt})`.execute(db);
    expect(await enforce()).toMatchObject({ sessions: 1 });
    const { rows } = await sql`select subject from sessions`.execute(db);
    expect(rows).toEqual([{ subject: 'kept' }]);
  });

  it('leaves nothing personal on a closed ticket, its drafts and its attachments, once', async () => {
    clock.now = start;
    const [closed, resolved] = [await aTicket(), await aTicket('resolved')];
    const unnamed = { subject: 'Endereço de Marina', body: 'Oi', main: 'Assinatura' };
    const { id: withoutRequester } = await admin.tickets.create.mutate(unnamed);
    await admin.tickets.setStatus.mutate({ id: withoutRequester, status: 'closed' });
    for (const { id, messageId } of [closed, resolved]) {
      await sql`
        insert into reply_drafts (ticket_id, last_message_id, generated_html, html, confidence, sources)
        values (${id}, ${messageId}, 'Marina', 'Marina', 1, '[]')`.execute(db);
    }
    const agent = await app.client();
    await uploadOne(agent, closed.id, textFile('marina.txt'));
    const files = await storedFiles(app.directory);
    await sql`update ticket_messages set notice = 'marina.exe', folded = 'Marina Lima' where id = ${closed.messageId}`.execute(
      db,
    );
    const indexed = async () => {
      const { rows } = await sql<{ id: number }>`
        select ticket_id as id from ticket_search where ticket_id in (${closed.id}, ${resolved.id})`.execute(
        db,
      );
      return rows.map(({ id }) => id);
    };
    expect((await indexed()).sort()).toEqual([closed.id, resolved.id].sort());
    clock.now = new Date(start.getTime() + 30 * dayMs);
    expect(await enforce()).toMatchObject({ tickets: 0 });
    clock.now = new Date(clock.now.getTime() + 1);
    expect(await enforce()).toMatchObject({ tickets: 2 });
    expect(await enforce()).toMatchObject({ tickets: 0 });
    expect(await admin.tickets.get.query({ id: withoutRequester })).toMatchObject({
      subject: '[conteúdo apagado]',
      requesterName: null,
    });
    expect((await admin.replies.drafts.list.query({})).items).toMatchObject([
      { ticketId: resolved.id },
    ]);
    expect(await indexed()).toEqual([resolved.id]);
    const ticket = await admin.tickets.get.query({ id: closed.id });
    expect(JSON.stringify(ticket).toLowerCase()).not.toContain('marina');
    expect(ticket).toMatchObject({
      status: 'closed',
      main: 'Assinatura',
      messages: [{ author: 'expired' }, { author: 'Bia', body: '[conteúdo apagado]' }],
      notes: [{ body: '[conteúdo apagado]' }],
    });
    expect((await admin.attachments.list.query({ ticketId: closed.id })).items).toEqual([]);
    expect(await storedFiles(app.directory)).toHaveLength(files.length - 1);
    expect(await admin.tickets.get.query({ id: resolved.id })).toMatchObject({
      requesterName: 'Marina',
    });
  });

  it('erases more tickets than one batch holds, and stops when it is told to', async () => {
    const { old } = around(30);
    await sql`
      insert into tickets (subject, main, status, requester_name, created_at, updated_at)
      select 'Antigo', 'Assinatura', 'closed', 'Marina', ${old}::timestamptz, ${old}::timestamptz
      from generate_series(1, 501)`.execute(db);
    expect(await enforce(AbortSignal.abort())).toMatchObject({ tickets: 0, mails: 0 });
    expect(await enforce()).toMatchObject({ tickets: 501 });
  });
});
