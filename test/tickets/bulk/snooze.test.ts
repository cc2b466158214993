import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../../harness.ts';
import { mergeTwice } from '../merge-twice.ts';

const clock = { now: new Date('2026-03-10T12:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent', email: 'bia@leitor.example' });
const admin = await app.trpc();

const open = async () =>
  (await agent.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main: 'Geral' })).id;
const later = (hours: number) => new Date(clock.now.getTime() + hours * 3_600_000).toISOString();
const ids = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
/** Where a ticket is seen. */
const seen = async (id: number) => ({
  queue: ids(await agent.tickets.queue.query({ limit: 100 })).includes(id),
  waiting: ids(await agent.tickets.list.query({ sort: 'waiting', limit: 100 })).includes(id),
  snoozed: ids(await agent.tickets.list.query({ snoozed: true })).includes(id),
  all: ids(await agent.tickets.list.query({ limit: 100 })).includes(id),
});
const inQueue = { queue: true, waiting: true, snoozed: false, all: true };
const away = { queue: false, waiting: false, snoozed: true, all: true };
const waitingCount = async () =>
  (await agent.tickets.counts.query({ views: [{ waiting: true }] })).counts[0] ?? 0;

describe('tickets.snooze', () => {
  it('snoozes tickets until a moment without changing their status', async () => {
    const id = await open();
    const before = await waitingCount();
    const ticket = await agent.tickets.get.query({ id });
    clock.now = new Date(later(1));
    const until = later(20);
    expect(await agent.tickets.snooze.mutate({ ids: [id, 999_999], until })).toMatchObject({
      outcomes: [
        { id, ok: true },
        { ok: false, reason: 'ticket-not-found' },
      ],
    });
    expect(await seen(id)).toEqual(away);
    expect(await waitingCount()).toBe(before - 1);
    const [shown] = (await agent.tickets.list.query({ search: `#${id}` })).items;
    expect(shown).toMatchObject({ id, status: 'open', snoozedUntil: until });
    expect(await agent.tickets.get.query({ id })).toEqual({ ...ticket, snoozedUntil: until });
    clock.now = new Date(until);
    expect(await seen(id)).toEqual(inQueue);
    expect(await agent.tickets.get.query({ id })).toMatchObject({ snoozedUntil: null });
    const row = async () => (await agent.tickets.list.query({ search: `#${id}` })).items;
    expect(await row()).toMatchObject([{ snoozedUntil: null }]);
    const { db } = app.service.contextFor('test');
    const hints = async () => {
      const found = db.selectFrom('hints').select('at').where('target', '=', `ticket:${id}`);
      return (await found.execute()).length;
    };
    const told = await hints();
    // Open pages learn of it.
    await app.service.jobs.run('end-snoozes');
    expect(await hints()).toBe(told + 1);
    expect(await seen(id)).toEqual(inQueue);
    const [act] = (await admin.audit.list.query({ target: `ticket:${id}` })).items;
    expect(act).toMatchObject({
      action: 'tickets.snooze',
      changes: [{ field: 'snoozedUntil', before: null, after: until }],
    });
  });

  it('ends with a merge, also of a ticket that is closed', async () => {
    const gone = await open();
    await agent.tickets.setStatus.mutate({ id: gone, status: 'closed' });
    await agent.tickets.snooze.mutate({ ids: [gone], until: later(5) });
    await mergeTwice(agent, { fromId: gone, intoId: await open(), differentRequesters: true });
    expect(await agent.tickets.get.query({ id: gone })).toMatchObject({ snoozedUntil: null });
  });

  it('records a snooze on each ticket that it changes, and skips merged ones', async () => {
    const [id, same, gone] = [await open(), await open(), await open()];
    const [until, other] = [later(5), later(6)];
    await agent.tickets.snooze.mutate({ ids: [same], until });
    await mergeTwice(agent, { fromId: gone, intoId: await open(), differentRequesters: true });
    const { outcomes } = await agent.tickets.snooze.mutate({ ids: [id, same, gone], until });
    expect(outcomes).toEqual([
      { id, ok: true },
      { id: same, ok: true },
      { id: gone, ok: false, reason: 'ticket-merged' },
    ]);
    await agent.tickets.snooze.mutate({ ids: [id], until: other });
    expect(await agent.tickets.get.query({ id })).toMatchObject({ snoozedUntil: other });
    const changes = async (ticketId: number) =>
      (
        await admin.audit.list.query({ target: `ticket:${ticketId}`, action: 'tickets.snooze' })
      ).items.map((act) => act.changes);
    const [field, before] = ['snoozedUntil', null];
    expect(await changes(id)).toEqual([
      [{ field, before: until, after: other }],
      [{ field, before, after: until }],
    ]);
    expect(await changes(same)).toEqual([[{ field, before, after: until }]]);
    expect(await changes(gone)).toEqual([]);
  });

  it('ends a snooze when the reader writes, not when an agent does', async () => {
    const id = await open();
    await agent.tickets.snooze.mutate({ ids: [id], until: later(24) });
    const say = (origin: 'requester' | 'agent') =>
      agent.tickets.addMessage.mutate({ id, author: 'Maria', origin, body: 'Oi' });
    await say('agent');
    expect((await agent.tickets.get.query({ id })).snoozedUntil).not.toBeNull();
    await say('requester');
    expect(await seen(id)).toEqual(inQueue);
  });

  it('ends a snooze with null, with a past moment, and when the ticket is resolved', async () => {
    const id = await open();
    for (const until of [null, later(-1), later(0)]) {
      await agent.tickets.snooze.mutate({ ids: [id], until: later(1) });
      expect(await seen(id)).toEqual(away);
      await agent.tickets.snooze.mutate({ ids: [id], until });
      expect(await seen(id)).toEqual(inQueue);
    }
    for (const status of ['resolved', 'closed'] as const) {
      await agent.tickets.snooze.mutate({ ids: [id], until: later(1) });
      await agent.tickets.setStatus.mutate({ id, status });
      await agent.tickets.setStatus.mutate({ id, status: 'open' });
      expect(await seen(id)).toEqual(inQueue);
    }
  });
});
