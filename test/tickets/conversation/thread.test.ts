import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../../harness.ts';

const clock = { now: new Date('2026-03-10T12:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });
const { db } = app.service.contextFor('test');
const refused = (errorCode: string) => ({ data: { errorCode } });

/** A ticket of 130 messages and 65 notes: a note after each second message. */
const longTicket = async () => {
  const { id, messageId } = await agent.tickets.create.mutate({
    subject: 'Longo',
    body: 'Mensagem 0',
    main: 'Geral',
  });
  const written = [`message ${messageId}`];
  for (let n = 1; n < 130; n += 1) {
    clock.now = new Date(clock.now.getTime() + 1_000);
    const origin = n % 3 === 0 ? 'requester' : 'agent';
    const message = { id, author: 'Ana', origin, body: `Mensagem ${n}` } as const;
    written.push(`message ${(await agent.tickets.addMessage.mutate(message)).id}`);
    if (n % 2 === 0) continue;
    written.push(`note ${(await agent.tickets.addNote.mutate({ id, body: `Nota ${n}` })).id}`);
  }
  return { id, written };
};
const long = await longTicket();

const pagesOf = async (id: number, first: string | undefined, limit?: number) => {
  const items = [];
  let cursor = first;
  do {
    const page = await agent.tickets.messages.query({ id, cursor, limit });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return items;
};
const keysOf = (items: { kind: string; id: number }[]) =>
  items.map(({ kind, id }) => `${kind} ${id}`);

describe('tickets.history', () => {
  it('returns what was done to a ticket, newest first, with whom it was assigned to', async () => {
    const { id } = await agent.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Oi' });
    const bia = await app.trpc({ role: 'agent', email: 'bia@leitor.example' });
    await bia.tickets.assign.mutate({ ids: [id], agentEmail: 'bia@leitor.example' });
    await bia.tickets.setStatus.mutate({ id, status: 'resolved' });
    const { items } = await bia.tickets.history.query({ id });
    expect(items.map(({ author, changes }) => [author, changes])).toEqual([
      ['bia@leitor.example', [{ field: 'status', before: 'open', after: 'resolved' }]],
      ['bia@leitor.example', [{ field: 'assignee', after: 'bia@leitor.example' }]],
      [expect.any(String), []],
    ]);
    const first = await bia.tickets.history.query({ id, limit: 1 });
    const rest = await bia.tickets.history.query({ id, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items]).toEqual(items);
    expect([first.items.length, rest.nextCursor]).toEqual([1, null]);
    await expect(agent.tickets.history.query({ id: 2_000_000 })).rejects.toMatchObject(
      refused('ticket-not-found'),
    );
  });
});

describe('tickets.get', () => {
  it('returns the newest 50 messages and notes, oldest first, and where those before begin', async () => {
    const { messages, notes, messagesCursor } = await agent.tickets.get.query({ id: long.id });
    expect(messages.length + notes.length).toBe(50);
    const newest = long.written.slice(-50);
    const of = (kind: string, rows: { id: number }[]) => rows.map(({ id }) => `${kind} ${id}`);
    expect(of('message', messages)).toEqual(newest.filter((key) => key.startsWith('message')));
    expect(of('note', notes)).toEqual(newest.filter((key) => key.startsWith('note')));
    const before = await pagesOf(long.id, messagesCursor ?? undefined);
    expect(keysOf(before).reverse()).toEqual(long.written.slice(0, -50));
  });
});

describe('tickets.messages', () => {
  it.each([7, 100])('lists a whole thread, newest first, in pages of %i', async (limit) => {
    const items = await pagesOf(long.id, undefined, limit);
    expect(keysOf(items).reverse()).toEqual(long.written);
  });

  it('lists every message once, by id, whatever the writers’ clocks', async () => {
    const { id } = await agent.tickets.create.mutate({ subject: 'Relógio', body: '0', main: 'Oi' });
    for (let n = 1; n < 20; n += 1) {
      await agent.tickets.reply.mutate({ id, html: `${n}` });
      await agent.tickets.addNote.mutate({ id, body: `nota ${n}` });
    }
    await sql`update ticket_messages set created_at = created_at + (id * 7919 % 100 - 50) * interval '1 hour' where ticket_id = ${id}`.execute(
      db,
    );
    for (const limit of [1, 3, 8]) {
      const items = await pagesOf(id, undefined, limit);
      for (const [kind, count] of [
        ['message', 20],
        ['note', 19],
      ] as const) {
        const ids = items.filter((item) => item.kind === kind).map((item) => item.id);
        expect(ids).toHaveLength(count);
        expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      }
    }
  });

  it('shows the state of mails in a thread, and refuses unknown tickets and cursors', async () => {
    const { items } = await agent.tickets.messages.query({ id: long.id });
    expect(items.some((item) => item.kind === 'message' && item.mail === 'saved')).toBe(true);
    for (const item of items) {
      if (item.kind === 'message' && item.origin === 'requester') expect(item.mail).toBeNull();
    }
    await expect(agent.tickets.messages.query({ id: 999_999 })).rejects.toMatchObject(
      refused('ticket-not-found'),
    );
    for (const cursor of ['', '1_', '1_1x', '2147483648_1']) {
      await expect(agent.tickets.messages.query({ id: long.id, cursor })).rejects.toMatchObject(
        refused('invalid-request'),
      );
    }
  });
});
