import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const clock = { now: new Date('2026-03-10T12:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const internal = await app.trpc({ role: 'agent' });

const tick = (minutes = 1) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  return clock.now.toISOString();
};
const aTicket = (fields: Partial<Parameters<typeof internal.tickets.create.mutate>[0]> = {}) =>
  internal.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main: 'Geral', ...fields });
const say = (id: number, origin: 'requester' | 'agent' | 'ai', body = 'Oi') =>
  internal.tickets.addMessage.mutate({ id, author: 'Alguém', origin, body });
const failing = (errorCode: string) => ({ data: { errorCode } });
const { db } = app.service.contextFor('test');

type Filter = NonNullable<Parameters<typeof internal.tickets.list.query>[0]>;

/** The ids on every page; of an endless list, some. */
const idsOf = async (
  list: (cursor: string | undefined) => Promise<{
    items: { id: number }[];
    nextCursor: string | null;
  }>,
) => {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(cursor);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor && seen.length < 500);
  return seen;
};
const allPages = (filter: Filter) =>
  idsOf((cursor) => internal.tickets.list.query({ ...filter, cursor }));
const queuePages = (filter: { assignee?: string | null | undefined; limit: number }) =>
  idsOf((cursor) => internal.tickets.queue.query({ ...filter, cursor }));

describe('tickets.queue', () => {
  it('holds open tickets whose last message is the customer’s, the longest waiting first', async () => {
    const since = tick();
    const first = await aTicket();
    tick();
    const second = await aTicket();
    const waiting = async () => {
      const { items } = await internal.tickets.queue.query({ limit: 100 });
      const own = items.filter(({ id }) => id === first.id || id === second.id);
      return new Map(own.map((item) => [item.id, item]));
    };
    tick(10);
    await say(first.id, 'requester');
    const queue = await waiting();
    expect([...queue.keys()]).toEqual([first.id, second.id]);
    expect(queue.get(first.id)).toMatchObject({ waitingSince: since, waitingSeconds: 660 });
    await say(first.id, 'agent');
    expect([...(await waiting()).keys()]).toEqual([second.id]);
    const again = tick();
    await say(first.id, 'requester');
    expect((await waiting()).get(first.id)).toMatchObject({ waitingSince: again });
    await say(second.id, 'ai');
    await internal.tickets.setStatus.mutate({ id: first.id, status: 'closed' });
    expect((await waiting()).size).toBe(0);
    await internal.tickets.setStatus.mutate({ id: first.id, status: 'in_progress' });
    expect((await waiting()).get(first.id)).toMatchObject({ waitingSince: again });
    await internal.tickets.setStatus.mutate({ id: first.id, status: 'resolved' });
    const reopened = tick();
    await say(first.id, 'requester');
    expect((await waiting()).get(first.id)).toMatchObject({ waitingSince: again });
    expect(reopened > again).toBe(true);
    await say(first.id, 'agent');
  });

  it('names the requester and the assignee of a ticket, and for how many whole seconds it has waited', async () => {
    const agentEmail = `${crypto.randomUUID()}@leitor.com.br`;
    const waitingSince = new Date(clock.now.getTime() - 90_900).toISOString();
    const ticket = {
      subject: 'Cobrança',
      main: 'Financeiro',
      requesterEmail: 'maria@exemplo.com.br',
      requesterName: 'Maria',
    };
    const { id } = await aTicket({ ...ticket, createdAt: waitingSince });
    const ahead = await aTicket({
      createdAt: new Date(clock.now.getTime() + 60_000).toISOString(),
    });
    await internal.tickets.assign.mutate({ ids: [id, ahead.id], agentEmail });
    const { items } = await internal.tickets.queue.query({ assignee: agentEmail });
    expect(items).toEqual([
      {
        id,
        ...ticket,
        status: 'open',
        assigneeEmail: agentEmail,
        waitingSince,
        waitingSeconds: 90,
        snippet: 'Oi',
        tags: [],
        attachmentCount: 0,
        hasDraft: false,
      },
      expect.objectContaining({ id: ahead.id, waitingSeconds: 0 }),
    ]);
  });

  it('is in the order of waiting, whatever the ids, down to the microsecond', async () => {
    const agentEmail = `${crypto.randomUUID()}@leitor.com.br`;
    const ids: number[] = [];
    for (const hours of [1, 2, 2, 2, 3]) {
      const createdAt = new Date(clock.now.getTime() - hours * 3_600_000).toISOString();
      ids.push((await aTicket({ createdAt })).id);
    }
    const [last, third, fourth, second, first] = ids;
    await sql`update ticket_messages set created_at = created_at + interval '3 microseconds' where ticket_id = ${third}`.execute(
      db,
    );
    await sql`update ticket_messages set created_at = created_at + interval '4 microseconds' where ticket_id = ${fourth}`.execute(
      db,
    );
    await internal.tickets.assign.mutate({ ids, agentEmail });
    for (const limit of [1, 2, 5]) {
      expect(await queuePages({ assignee: agentEmail, limit })).toEqual([
        first,
        second,
        third,
        fourth,
        last,
      ]);
    }
  });

  it('is listed by assignee, and in pages without gaps or repeats', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await aTicket()).id);
    const agent = `${crypto.randomUUID()}@leitor.com.br`;
    await internal.tickets.assign.mutate({ ids: ids.slice(0, 3), agentEmail: agent.toUpperCase() });
    const pages = (assignee?: string | null) => queuePages({ assignee, limit: 2 });
    const own = (seen: number[]) => seen.filter((id) => ids.includes(id));
    expect(await pages(agent.toUpperCase())).toEqual(ids.slice(0, 3));
    expect(own(await pages(null))).toEqual(ids.slice(3));
    expect(own(await pages())).toEqual(ids);
    await internal.tickets.assign.mutate({ ids, agentEmail: null });
    expect(await pages(agent)).toEqual([]);
    for (const wrong of [{ cursor: 'x' }, { limit: 0 }, { limit: 101 }]) {
      await expect(internal.tickets.queue.query(wrong)).rejects.toMatchObject(
        failing('invalid-request'),
      );
    }
  });
});

describe('tickets.list search', () => {
  it('finds words of subjects and of messages, in Portuguese, across both', async () => {
    const word = `zw${crypto.randomUUID().slice(0, 6)}`;
    const inSubject = await aTicket({ subject: `Assunto ${word}` });
    const inMessage = await aTicket({ body: 'Nada' });
    await say(inMessage.id, 'agent', `<p>Sobre o ${word}: edições atrasadas</p>`);
    const find = async (search: string) =>
      (await internal.tickets.list.query({ search })).items.map(({ id }) => id);
    expect(await find(word)).toEqual([inMessage.id, inSubject.id]);
    expect(await find(`${word} edições atrasada`)).toEqual([inMessage.id]);
    expect(await find(`${word} dúvida`)).toEqual([inMessage.id]);
    await internal.tickets.edit.mutate({ id: inSubject.id, subject: 'Outro' });
    expect(await find(word)).toEqual([inMessage.id]);
  });
});

describe('tickets.list', () => {
  it('finds an e-mail and words among the tickets of the filters, in pages', async () => {
    const word = `zw${crypto.randomUUID().slice(0, 8)}`;
    const [main, requesterEmail] = [crypto.randomUUID(), `${word}@exemplo.com.br`];
    const tag = await internal.tags.create.mutate({ name: main, color: '#000000' });
    const ours = { subject: `Sobre ${word}`, requesterEmail };
    const open: number[] = [];
    for (let i = 0; i < 5; i += 1) open.unshift((await aTicket({ ...ours, main })).id);
    const closed = await aTicket({ ...ours, main });
    await internal.tickets.setStatus.mutate({ id: closed.id, status: 'closed' });
    const other = await aTicket({ ...ours, main: crypto.randomUUID() });
    await internal.tickets.bulk.mutate({ ids: [other.id, ...open.slice(2)], addTagId: tag.id });
    const newer = await internal.tags.create.mutate({ name: `${main} 2`, color: '#000000' });
    await internal.tickets.addTag.mutate({ id: closed.id, tagId: newer.id });
    await aTicket({ main, requesterEmail: `a${requesterEmail}` });
    for (const search of [requesterEmail, word]) {
      const find = (filter: Filter) => allPages({ search, limit: 2, ...filter });
      expect(await find({})).toEqual([other.id, closed.id, ...open]);
      expect(await find({ main, status: 'open' })).toEqual(open);
      expect(await find({ main, status: 'closed' })).toEqual([closed.id]);
      expect(await find({ main, tagId: tag.id })).toEqual(open.slice(2));
    }
  });

  it('finds who has an e-mail and who writes of it, each ticket once', async () => {
    const requesterEmail = `${crypto.randomUUID()}@exemplo.com.br`;
    const body = `Escrevi de ${requesterEmail}`;
    const own = await aTicket({ requesterEmail });
    const mentioned = await aTicket({ body });
    const both = await aTicket({ requesterEmail, body });
    const last = await aTicket({ requesterEmail });
    const found = [last.id, both.id, mentioned.id, own.id];
    for (const limit of [1, 2, 4]) {
      expect(await allPages({ search: requesterEmail, limit })).toEqual(found);
    }
  });

  it('finds words of old tickets', async () => {
    const word = `zw${crypto.randomUUID().slice(0, 8)}`;
    const found: number[] = [];
    for (const later of [0, 6_000, 110_000]) {
      await sql`select setval('tickets_id_seq', nextval('tickets_id_seq') + ${later}::integer)`.execute(
        db,
      );
      found.unshift((await aTicket({ subject: word })).id);
      found.unshift((await aTicket({ body: word })).id);
    }
    for (const limit of [1, 3, 6, 20]) {
      expect(await allPages({ search: word, limit })).toEqual(found);
    }
  });

  it('returns 20 tickets unless it is told how many, 100 at most, and no cursor after the last', async () => {
    const main = crypto.randomUUID();
    await sql`insert into tickets (subject, main) select 'Dúvida', ${main} from generate_series(1, 21)`.execute(
      db,
    );
    await sql`
      insert into ticket_messages (ticket_id, author, origin, body)
      select id, 'Maria', 'requester', 'Oi' from tickets where main = ${main}`.execute(db);
    expect((await internal.tickets.queue.query()).items).toHaveLength(20);
    await internal.tickets.bulk.mutate({ filter: { main }, setStatus: 'closed', expected: 21 });
    const count = async (limit?: number) => {
      const { items, nextCursor } = await internal.tickets.list.query({ main, limit });
      return [items.length, nextCursor !== null];
    };
    expect(await count()).toEqual([20, true]);
    expect(await count(20)).toEqual([20, true]);
    expect(await count(21)).toEqual([21, false]);
    expect(await count(100)).toEqual([21, false]);
    for (const limit of [0, 101]) {
      await expect(count(limit)).rejects.toMatchObject(failing('invalid-request'));
    }
  });
});
