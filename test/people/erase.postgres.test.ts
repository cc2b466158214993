import { sql } from 'kysely';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { lockOldTickets } from '../../db/people/retention.ts';
import { openTicket, textFile } from '../attachments/attachment-helpers.ts';
import { cloneDatabase } from '../database.ts';
import { startApp } from '../harness.ts';
import { queueOnTicket, untilBlocked } from '../support/locks.ts';

const { location: database, drop } = await cloneDatabase();
const app = await startApp({}, { database });
afterAll(async () => {
  await app.close();
  await drop();
});
const admin = await app.trpc();
const { db } = app.service.contextFor('test');

it('the retention takes closed tickets that rest longest first, and none that somebody holds', async () => {
  const ids: number[] = [];
  onTestFinished(async () => {
    await sql`update tickets set updated_at = now() where id = any(${ids}::integer[])`.execute(db);
  });
  for (const year of [2003, 2001, 2002, 2004]) {
    const { id } = await openTicket(app);
    await sql`
      update tickets set status = 'closed', updated_at = make_date(${year}, 1, 1) where id = ${id}`.execute(
      db,
    );
    ids.push(id);
  }
  const [third, first, second] = ids;
  const take = (limit: number) =>
    db.transaction().execute((tx) => lockOldTickets(tx, new Date('2003-06-01'), limit));
  expect(await take(2)).toEqual([first, second]);
  await db.transaction().execute(async (tx) => {
    await sql`select from tickets where id = ${first} for update`.execute(tx);
    expect(await take(9)).toEqual([second, third]);
  });
});

describe('an erasure', () => {
  it('waits for a message that is being written, and does not report it as erased', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const opening = { subject: 'Pauta', body: 'Olá', main: 'Entrega', requesterEmail: email };
    const { id } = await admin.tickets.create.mutate(opening);
    const { total } = await admin.people.erase.mutate({ email });
    const erased = await db.transaction().execute(async (tx) => {
      await sql`select from tickets where id = ${id} for update`.execute(tx);
      await sql`
        insert into ticket_messages (ticket_id, author, origin, body)
        values (${id}, 'Ana', 'requester', 'Moro na rua…')`.execute(tx);
      const erasing = admin.people.erase
        .mutate({ email, dryRun: false, expected: total })
        .catch((error) => error.data.errorCode);
      await untilBlocked(db, 1);
      return { erasing };
    });
    expect(await erased.erasing).toBe('erasure-outdated');

    const again = await admin.people.erase.mutate({ email });
    expect(again.total).toBe(total + 1);
    await admin.people.erase.mutate({ email, dryRun: false, expected: again.total });
    const { messages, status } = await admin.tickets.get.query({ id });
    expect(messages.map(({ body }) => body)).toEqual(['[conteúdo apagado]', '[conteúdo apagado]']);
    expect(status).toBe('closed');
  });

  it.each(['ticket_messages', 'ticket_notes'])(
    'waits for what is being written on the ticket of another that has %s of the person',
    async (table) => {
      const email = `${crypto.randomUUID()}@exemplo.com.br`;
      const { id } = await openTicket(app);
      await admin.tickets.addNote.mutate({ id, body: 'Ligou' });
      await sql`update ${sql.table(table)} set person_email = ${email} where ticket_id = ${id}`.execute(
        db,
      );
      const { total } = await admin.people.erase.mutate({ email });
      expect(total).toBe(1);
      const [erased] = await queueOnTicket(db, id, [
        () => admin.people.erase.mutate({ email, expected: total }),
      ]);
      expect(erased).toMatchObject({ dryRun: false, total: 1 });
    },
  );

  it('refuses what is sent to a ticket of the person until it is opened again', async () => {
    const { id, email, requester } = await openTicket(app);
    const agent = await app.trpc({ role: 'agent', email: 'bia@leitor.example' });
    // The account is made at the first request.
    await requester.listTicketAttachments({ params: { id } });
    const { total } = await admin.people.erase.mutate({ email });
    const outcome = (call: Promise<unknown>): Promise<string> =>
      call.then(
        () => 'done',
        (error) => error.data.errorCode,
      );
    const message = { author: 'Ana', origin: 'requester', body: 'Moro na rua…' } as const;
    const reply = () => outcome(agent.tickets.reply.mutate({ id, html: 'Olá, Ana' }));
    const writing = [
      async () => {
        const upload = { params: { id }, body: { arquivo: textFile() } };
        const { headers } = await requester.uploadAttachments(upload);
        return `${headers.get('x-error-code')}`;
      },
      reply,
      () => outcome(agent.tickets.addMessage.mutate({ id, ...message })),
      () => outcome(agent.tickets.addNote.mutate({ id, body: 'Ana mora na rua…' })),
      () => outcome(agent.tickets.composing.save.mutate({ id, html: 'Olá, Ana', revision: 0 })),
    ];
    const erasing = () =>
      outcome(admin.people.erase.mutate({ email, dryRun: false, expected: total }));
    const [erased, ...outcomes] = await queueOnTicket(db, id, [erasing, ...writing]);
    expect(erased).toBe('done');
    for (const [n, write] of writing.entries()) {
      // On a busy machine a lock may come too late, and the caller tries again.
      const found = outcomes[n] === 'unavailable' ? await write() : outcomes[n];
      expect([n, found]).toEqual([n, 'ticket-closed']);
    }
    expect((await admin.attachments.list.query({ ticketId: id })).items).toEqual([]);
    expect(await agent.tickets.composing.get.query({ id })).toMatchObject({ revision: 0 });
    await agent.tickets.edit.mutate({ id, main: 'Entrega' });
    expect(await outcome(agent.tickets.edit.mutate({ id, subject: 'Ana' }))).toBe('ticket-closed');
    const { id: fromId } = await openTicket(app);
    const merge = { fromId, intoId: id, differentRequesters: true };
    expect(await outcome(agent.tickets.merge.mutate(merge))).toBe('ticket-closed');
    for (const status of ['open', 'in_progress'] as const) {
      await sql`update tickets set erased_as_of = updated_at where id = ${id}`.execute(db);
      expect(await reply()).toBe('ticket-closed');
      await agent.tickets.setStatus.mutate({ id, status });
      expect(await reply()).toBe('done');
      await agent.tickets.setStatus.mutate({ id, status: 'closed' });
      expect(await reply()).toBe('done');
    }
  });
});
