import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../../harness.ts';

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
const { db } = app.service.contextFor('test');

/** The ids on every page; of an endless list, some. */
const queuePages = async (filter: { assignee: string; limit: number }) => {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await internal.tickets.queue.query({ ...filter, cursor });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor && seen.length < 500);
  return seen;
};

describe('tickets.queue', () => {
  it('queues open tickets whose last message is a reader’s, longest waiting first', async () => {
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
    tick();
    await say(first.id, 'requester');
    expect((await waiting()).get(first.id)).toMatchObject({ waitingSince: again });
  });

  it('shows requester, assignee and whole seconds of waiting in the queue', async () => {
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
        returned: false,
      },
      expect.objectContaining({ id: ahead.id, waitingSeconds: 0 }),
    ]);
  });

  it('orders the queue by waiting time to the microsecond', async () => {
    const agentEmail = `${crypto.randomUUID()}@leitor.com.br`;
    const ids: number[] = [];
    for (const hours of [1, 2, 2, 2, 3]) {
      const createdAt = new Date(clock.now.getTime() - hours * 3_600_000).toISOString();
      ids.push((await aTicket({ createdAt })).id);
    }
    const [last, third, fourth, second, first] = ids;
    for (const [n, id] of [second, third, fourth].entries()) {
      await sql`update ticket_messages set created_at = created_at + ${n}::integer * interval '1 microsecond'
        where ticket_id = ${id}`.execute(db);
    }
    await internal.tickets.assign.mutate({ ids, agentEmail });
    for (const limit of [1, 2, 5]) {
      const seen = await queuePages({ assignee: agentEmail, limit });
      expect(seen).toEqual([first, second, third, fourth, last]);
    }
  });
});
