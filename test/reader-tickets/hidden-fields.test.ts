import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Db } from '../../db/connection/database.ts';
import { textFile } from '../attachments/attachment-helpers.ts';
import { serviceTest } from '../fixture.ts';
import { mailEnv } from '../inbound/mail-people.ts';
import { aReader, written } from './reader-fixtures.ts';

// What agents have beside what a reader sees: every text column of a ticket's tables gets a mark of its own,
// so that a new column that reaches a reader fails here.

const test = serviceTest({ ...mailEnv, LLM: 'off' });

/** Columns that a mark would break: they decide whose a row is, or are checked. */
const kept = new Set([
  'tickets.requester_email',
  'ticket_messages.person_email',
  'ticket_presence.state',
]);
const shown = ['attachments.name', 'attachments.type', 'ticket_messages.body', 'tickets.subject'];
const mark = /marca ([a-z_]+\.[a-z_]+)/g;

const textColumns = async (db: Db): Promise<{ table: string; column: string; type: string }[]> => {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb')
      and c.is_generated = 'NEVER' and (c.table_name = 'tickets' or exists (
        select from information_schema.columns of_ticket
        where of_ticket.table_name = c.table_name and of_ticket.column_name = 'ticket_id'
      ))
    order by 1, 2`.execute(db);
  return rows.filter(({ table, column }) => !kept.has(`${table}.${column}`));
};

const markAll = async (db: Db, ticketId: number): Promise<string[]> => {
  const marked = [];
  for (const { table, column, type } of await textColumns(db)) {
    const text = `marca ${table}.${column}`;
    const value =
      type === 'jsonb' ? sql`${JSON.stringify([text])}::jsonb` : sql`${text}::text || ' ' || ctid`;
    const id = table === 'tickets' ? 'id' : 'ticket_id';
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${value}
      where ${sql.ref(id)} = ${ticketId}`.execute(db);
    if (numAffectedRows) marked.push(`${table}.${column}`);
  }
  return marked;
};

describe('what a reader sees of a ticket', () => {
  test('is the subject and the text of messages, of all that agents have', async ({
    app,
    db,
    agent,
  }) => {
    const { leitor } = await aReader(app);
    const { id } = await leitor.createMyTicket(written);
    const { tickets } = agent.trpc;
    const { messages } = await tickets.get.query({ id });
    await tickets.addNote.mutate({ id, body: 'Cuidado', mentions: [agent.email] });
    await tickets.assign.mutate({ ids: [id], agentEmail: agent.email });
    await tickets.composing.save.mutate({ id, html: '<p>Não enviado</p>', revision: 0 });
    await tickets.presence.mutate({ id, state: 'typing' });
    await tickets.forward.mutate({
      id,
      messageId: messages[0]?.id ?? 0,
      to: ['rui@exemplo.com.br'],
      undoSeconds: 0,
    });
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    await tickets.reply.mutate({ id, html: '<p>Depois</p>', sendAt });
    await db
      .insertInto('reply_drafts')
      .values({
        ticket_id: id,
        last_message_id: messages[0]?.id ?? 0,
        generated_html: 'a',
        html: 'a',
        confidence: 1,
        sources: '[]',
        created_at: new Date(),
      })
      .execute();
    const message = { id, author: agent.email, body: 'Oi' };
    await tickets.addMessage.mutate({ ...message, origin: 'agent' });
    await tickets.addMessage.mutate({ ...message, origin: 'ai' });
    await leitor.uploadAttachments({ id, mensagemId: messages[0]?.id, arquivo: textFile() });
    const before = await leitor.getMyTicket({ id });
    const marked = await markAll(db, id);
    expect(marked).toEqual(
      expect.arrayContaining([
        ...shown,
        'ticket_notes.body',
        'reply_drafts.html',
        'outbox.content',
        'ticket_composing.html',
        'ticket_messages.author',
        'ticket_messages.folded',
        'ticket_messages.notice',
        'tickets.assignee_email',
      ]),
    );
    const seen = JSON.stringify([await leitor.getMyTicket({ id }), await leitor.listMyTickets()]);
    expect([...new Set([...seen.matchAll(mark)].map(([, field]) => field))].sort()).toEqual(shown);
    expect(seen).not.toContain(agent.email);
    const after = await leitor.getMyTicket({ id });
    expect(after.messages.map(({ id: one }) => one)).toEqual(
      before.messages.map(({ id: one }) => one),
    );
    expect(before.messages.map(({ from }) => from)).toEqual(['reader', 'team', 'team']);
  });

  test('leaves out automatic messages', async ({ app, db }) => {
    const { leitor } = await aReader(app);
    const { id } = await leitor.createMyTicket(written);
    await leitor.addMyTicketMessage({ id, body: 'Fora do escritório' });
    await sql`update ticket_messages set automatic = true where ticket_id = ${id}`.execute(db);
    expect((await leitor.getMyTicket({ id })).messages).toEqual([]);
  });

  test('is decided for every kind and mark of a message', async ({ db }) => {
    const { rows } = await sql<{ name: string }>`
      select unnest(enum_range(null::message_origin))::text as name
      union all select column_name from information_schema.columns
      where table_name = 'ticket_messages' and data_type = 'boolean'`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(['requester', 'agent', 'ai', 'automatic']);
  });
});
