import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../../harness.ts';

const clock = { now: new Date('2026-03-10T12:00:00Z') };
const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'atendimento@leitor.example' };
const app = await startApp(mail, { now: () => clock.now });
afterAll(() => app.close());
const internal = await app.trpc({ role: 'agent' });

type Page = NonNullable<Parameters<typeof internal.tickets.list.query>[0]>;
type Filter = Parameters<typeof internal.tickets.counts.query>[0]['views'][number];

const sorts = ['newest', 'updated', 'waiting'] as const;
const bia = 'bia@leitor.com.br';
const tick = () => {
  clock.now = new Date(clock.now.getTime() + 60_000);
  return clock.now.toISOString();
};
const aTicket = async (fields: { main: string; subject?: string; createdAt?: string }) => {
  tick();
  const { id } = await internal.tickets.create.mutate({ subject: 'Oi', body: 'Olá', ...fields });
  return id;
};
const allPages = async (page: Page) => {
  const items = [];
  let cursor: string | undefined;
  do {
    const found = await internal.tickets.list.query({ ...page, cursor });
    items.push(...found.items);
    cursor = found.nextCursor ?? undefined;
  } while (cursor);
  return items;
};
const idsOf = async (page: Page) => (await allPages(page)).map(({ id }) => id);

/**
 * Tickets that differ in everything that a list filters and sorts by, each with the fields of its
 * row.
 */
const manyTickets = async () => {
  const main = crypto.randomUUID();
  const word = `zw${crypto.randomUUID().slice(0, 8)}`;
  const tag = await internal.tags.create.mutate({ name: main, color: '#000000' });
  const ids: number[] = [];
  for (let n = 0; n < 24; n += 1) {
    const createdAt = new Date(Date.UTC(2026, 1, 1 + ((n * 7) % 20))).toISOString();
    ids.push(await aTicket({ main, createdAt, ...(n % 4 === 0 && { subject: word }) }));
  }
  const each = (rest: number, by: number) => ids.filter((_, n) => n % by === rest);
  tick();
  await internal.tickets.assign.mutate({ ids: each(1, 4), agentEmail: bia });
  for (const id of each(2, 3).reverse()) {
    tick();
    await internal.tickets.addTag.mutate({ id, tagId: tag.id });
  }
  for (const id of each(0, 5)) {
    tick();
    await internal.tickets.addMessage.mutate({ id, author: 'Bia', origin: 'agent', body: 'Olá' });
  }
  for (const id of each(3, 7)) {
    tick();
    await internal.tickets.setStatus.mutate({ id, status: 'resolved' });
  }
  for (const id of each(1, 5)) {
    tick();
    await internal.tickets.addNote.mutate({ id, body: 'Veja', mentions: [bia] });
  }
  await internal.tickets.snooze.mutate({ ids: each(4, 6), until: '2099-01-01T00:00:00Z' });
  const [tagged, mentioned] = [new Set(each(2, 3)), new Set(each(1, 5))];
  return { main, word, tag: tag.id, tagged, mentioned };
};

describe('tickets.list', () => {
  it('lists what each pair of filters finds, in an order, in pages without gaps or repeats', async () => {
    const { main, word, tag, tagged, mentioned } = await manyTickets();
    const rows = await allPages({ main, limit: 100 });
    expect(rows).toHaveLength(24);
    type Row = (typeof rows)[number];
    const period = { from: '2026-02-05T00:00:00Z', to: '2026-02-12T00:00:00.000Z' };
    const changes = rows.map(({ updatedAt }) => updatedAt).sort();
    const middle = changes[12] ?? '';
    const isWaiting = (row: Row) => row.waitingSince !== null && row.snoozedUntil === null;
    const filters: [Filter, (row: Row) => boolean][] = [
      [{ status: 'resolved' }, ({ status }) => status === 'resolved'],
      [{ assignee: bia.toUpperCase() }, ({ assigneeEmail }) => assigneeEmail === bia],
      [{ assignee: null }, ({ assigneeEmail }) => assigneeEmail === null],
      [{ from: period.from }, ({ createdAt }) => createdAt >= '2026-02-05'],
      [{ to: period.to }, ({ createdAt }) => createdAt < '2026-02-12'],
      [{ updatedBefore: middle }, ({ updatedAt }) => updatedAt < middle],
      [{ waiting: true }, isWaiting],
      [{ snoozed: true }, ({ snoozedUntil }) => snoozedUntil !== null],
      [{ mentions: bia }, ({ id }) => mentioned.has(id)],
      [{ tagId: tag }, ({ id }) => tagged.has(id)],
      [{ search: word }, ({ subject }) => subject === word],
    ];
    const orders: Record<(typeof sorts)[number], (a: Row, b: Row) => number> = {
      newest: (a, b) => b.id - a.id,
      updated: (a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id,
      waiting: (a, b) => (a.waitingSince ?? '').localeCompare(b.waitingSince ?? '') || a.id - b.id,
    };
    const byCreation = (a: Row, b: Row) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id;
    const found = new Set<number>();
    let pair = 0;
    for (const [index, [one, isOne]] of filters.entries()) {
      for (const [other, isOther] of filters.slice(index)) {
        if (one.assignee !== undefined && other.assignee !== undefined && one !== other) continue;
        const both = rows.filter((row) => isOne(row) && isOther(row));
        found.add(both.length);
        pair += 1;
        const sort = sorts[pair % sorts.length] ?? 'newest';
        const listed = both.filter((row) => sort !== 'waiting' || isWaiting(row));
        const isOfPeriod = [one, other].some(({ from, to }) => Boolean(from ?? to));
        const order = sort === 'newest' && isOfPeriod ? byCreation : orders[sort];
        const expected = listed.sort(order).map(({ id }) => id);
        const limit = pair % 2 === 0 ? 25 : 2 + (both.length % 4);
        expect(await idsOf({ main, ...one, ...other, sort, limit })).toEqual(expected);
        const filter = { main, ...one, ...other };
        expect(await internal.tickets.counts.query({ views: [filter] })).toEqual({
          counts: [both.length],
        });
        const { total } = await internal.tickets.bulk.mutate({ filter, setStatus: 'closed' });
        expect(total).toBe(both.length);
      }
    }
    expect(found.size).toBeGreaterThan(5);
  });

  it('sorts by the last visible change', async () => {
    const main = crypto.randomUUID();
    const [first, second] = [await aTicket({ main }), await aTicket({ main })];
    const tag = await internal.tags.create.mutate({ name: main, color: '#000000' });
    const other = await aTicket({ main: crypto.randomUUID() });
    const changes: ((id: number) => Promise<unknown>)[] = [
      (id) => internal.tickets.setStatus.mutate({ id, status: 'in_progress' }),
      (id) => internal.tickets.addTag.mutate({ id, tagId: tag.id }),
      (id) => internal.tickets.removeTag.mutate({ id, tagId: tag.id }),
      (id) => internal.tickets.assign.mutate({ ids: [id], agentEmail: bia }),
      (id) => internal.tickets.assign.mutate({ ids: [id], agentEmail: null }),
      (id) => internal.tickets.addNote.mutate({ id, body: 'Nota' }),
      (id) => internal.tickets.reply.mutate({ id, html: 'Olá' }),
      (id) =>
        internal.tickets.addMessage.mutate({ id, author: 'Ana', origin: 'requester', body: 'Oi' }),
      (id) => internal.tickets.edit.mutate({ id, subject: `Assunto ${clock.now.getTime()}` }),
      (id) => internal.tickets.bulk.mutate({ ids: [id], addTagId: tag.id }),
      (id) => internal.tickets.bulk.mutate({ ids: [id], removeTagId: tag.id }),
      (id) => internal.tickets.bulk.mutate({ ids: [id], setStatus: 'open' }),
      (id) => internal.tickets.bulk.mutate({ ids: [id], assignTo: bia }),
      (id) => internal.tickets.bulk.mutate({ ids: [id], note: 'Nota' }),
      async (id) => {
        const [message] = (await internal.tickets.get.query({ id })).messages;
        const forward = { id, messageId: message?.id ?? 0, to: [bia], undoSeconds: 600 };
        await internal.tickets.forward.mutate(forward);
      },
      async (id) => {
        const [sent] = (await internal.outbox.list.query({ ticketId: id })).items;
        await internal.outbox.undo.mutate({ id: sent?.id ?? 0 });
      },
    ];
    for (const [n, change] of changes.entries()) {
      for (const id of n % 2 === 0 ? [first, second] : [second, first]) {
        const updatedAt = tick();
        await change(id);
        const { items } = await internal.tickets.list.query({ main, sort: 'updated' });
        expect(items[0]).toMatchObject({ id, updatedAt });
      }
    }
    const updatedAt = tick();
    const total = 1;
    await internal.tickets.merge.mutate({ fromId: other, intoId: first, expected: total });
    const { items } = await internal.tickets.list.query({ main, sort: 'updated' });
    expect(items[0]).toMatchObject({ id: first, updatedAt });
  });

  it('refuses a cursor of another order, and one that no page returned', async () => {
    const main = crypto.randomUUID();
    for (let n = 0; n < 2; n += 1) await aTicket({ main });
    const refused = { data: { errorCode: 'invalid-request' } };
    for (const sort of sorts) {
      const { nextCursor } = await internal.tickets.list.query({ main, sort, limit: 1 });
      for (const other of sorts.filter((one) => one !== sort)) {
        const page = { main, sort: other, cursor: nextCursor ?? '' };
        await expect(internal.tickets.list.query(page)).rejects.toMatchObject(refused);
      }
      for (const cursor of ['', `${sort}_1`, `${sort}_4294967296_0`, `${sort}_1_1x`]) {
        const page = { main, sort, cursor };
        await expect(internal.tickets.list.query(page)).rejects.toMatchObject(refused);
      }
    }
  });
});

describe('tickets.counts', () => {
  it('counts what each of up to 20 filters finds', async () => {
    const main = crypto.randomUUID();
    await aTicket({ main });
    const counts = async (views: Filter[]) =>
      (await internal.tickets.counts.query({ views })).counts;
    expect(await counts([{ main }, { main, status: 'closed' }])).toEqual([1, 0]);
    expect(await counts(Array.from({ length: 20 }, () => ({ main })))).toHaveLength(20);
    const tooMany = Array.from({ length: 21 }, () => ({ main }));
    await expect(counts(tooMany)).rejects.toMatchObject({
      data: { errorCode: 'invalid-request' },
    });
  });

  it('counts no further than 10 000, or 1000 with a search', async () => {
    const main = crypto.randomUUID();
    const { db } = app.service.contextFor('test');
    await db.transaction().execute(async (tx) => {
      // Triggers take seconds.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`insert into tickets (subject, main, requester_email)
        select 'Dúvida', ${main}, ${`${main}@x.com`} from generate_series(1, 10001)`.execute(tx);
    });
    const { counts } = await internal.tickets.counts.query({ views: [{ main }, { search: main }] });
    expect(counts).toEqual([10_000, 1_000]);
  });

  it('replaces `me` by the caller in lists, counts and bulk changes', async () => {
    const main = crypto.randomUUID();
    const email = `${main}@leitor.com.br`;
    const ids = [await aTicket({ main }), await aTicket({ main })];
    await internal.tickets.assign.mutate({ ids: ids.slice(0, 1), agentEmail: email });
    const agent = await app.trpc({ role: 'agent', email });
    const filter = { main, assignee: 'me' };
    expect(await agent.tickets.counts.query({ views: [filter] })).toEqual({ counts: [1] });
    expect((await agent.tickets.list.query(filter)).items).toMatchObject([{ id: ids[0] }]);
    expect(await agent.tickets.bulk.mutate({ filter, setStatus: 'resolved' })).toMatchObject({
      total: 1,
    });
  });
});
