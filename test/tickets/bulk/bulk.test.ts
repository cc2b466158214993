import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../../harness.ts';

const clock = { now: new Date('2026-03-10T12:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const ana = 'ana@leitor.com.br';
const internal = await app.trpc({ role: 'agent', email: ana, name: 'Ana' });
const admin = await app.trpc();

const aTicket = ({ main = 'Geral', body = 'Oi' } = {}) =>
  internal.tickets.create.mutate({ subject: 'Dúvida', body, main });
const get = (id: number) => internal.tickets.get.query({ id });
const failing = (errorCode: string) => ({ data: { errorCode } });

describe('tickets.bulk', () => {
  it('changes each ticket of a bulk once, with an outcome', async () => {
    const ids = [(await aTicket()).id, (await aTicket()).id];
    const tag = await internal.tags.create.mutate({ name: crypto.randomUUID(), color: '#000000' });
    const change = { setStatus: 'resolved' as const, addTagId: tag.id, assignTo: ana };
    const bulk = { ids: [...ids, 999_999, ...ids], ...change };
    const expected = [
      { id: ids[0], ok: true },
      { id: ids[1], ok: true },
      { id: 999_999, ok: false, reason: 'ticket-not-found' },
    ];
    expect((await internal.tickets.bulk.mutate(bulk)).outcomes).toEqual(expected);
    expect((await internal.tickets.bulk.mutate(bulk)).outcomes).toEqual(expected);
    for (const id of ids) {
      const ticket = await internal.tickets.get.query({ id });
      expect(ticket).toMatchObject({ status: 'resolved', assigneeEmail: ana });
      expect(ticket.tags.map((row) => row.id)).toEqual([tag.id]);
      const { items } = await admin.audit.list.query({ target: `ticket:${id}` });
      expect(items.map(({ action, changes }) => [action, changes])).toEqual([
        [
          'tickets.bulk',
          [
            { field: 'status', before: 'open', after: 'resolved' },
            { field: 'assignee' },
            { field: 'tags', after: tag.id },
          ],
        ],
        ['tickets.create', []],
      ]);
    }
  });

  it('adds a note to each ticket that changes, and changes those of before a moment', async () => {
    const main = crypto.randomUUID();
    const ids = [(await aTicket({ main })).id, (await aTicket({ main })).id];
    const [old = 0, done = 0] = ids;
    const changed = (await aTicket({ main })).id;
    await internal.tickets.setStatus.mutate({ id: done, status: 'closed' });
    const updatedBefore = new Date(clock.now.getTime() + 1).toISOString();
    clock.now = new Date(clock.now.getTime() + 60_000);
    const newer = (await aTicket({ main })).id;
    await internal.tickets.setStatus.mutate({ id: changed, status: 'in_progress' });
    const bulk = {
      filter: { main, updatedBefore },
      setStatus: 'closed' as const,
      note: 'Fechado por falta de resposta',
      expected: 2,
    };
    expect((await internal.tickets.bulk.mutate(bulk)).total).toBe(2);
    const notesOf = async (id: number) => (await get(id)).notes.map(({ body }) => body);
    expect(await notesOf(old)).toEqual([bulk.note]);
    const createdAt = clock.now.toISOString();
    expect((await get(old)).notes).toMatchObject([{ author: ana, inPrompt: false, createdAt }]);
    expect([await notesOf(done), await notesOf(newer)]).toEqual([[], []]);
    expect((await get(newer)).status).toBe('open');
    expect((await get(changed)).status).toBe('in_progress');
    await internal.tickets.bulk.mutate({ ids, note: 'Para todos' });
    expect(await notesOf(done)).toEqual(['Para todos']);
  });

  it('removes a tag from the tickets that have it', async () => {
    const ids = [(await aTicket()).id, (await aTicket()).id];
    const tag = await internal.tags.create.mutate({ name: crypto.randomUUID(), color: '#000000' });
    const [id = 0, without = 0] = ids;
    const kept = await internal.tags.create.mutate({ name: crypto.randomUUID(), color: '#000000' });
    for (const tagId of [tag.id, kept.id]) await internal.tickets.addTag.mutate({ id, tagId });
    await internal.tickets.bulk.mutate({ ids, removeTagId: tag.id });
    expect((await internal.tickets.get.query({ id })).tags).toMatchObject([{ id: kept.id }]);
    const lastAct = async (ticket: number) =>
      (await admin.audit.list.query({ target: `ticket:${ticket}` })).items[0];
    expect(await lastAct(id)).toMatchObject({
      action: 'tickets.bulk',
      changes: [{ field: 'tags', before: tag.id }],
    });
    expect(await lastAct(without)).toMatchObject({ action: 'tickets.create' });
  });

  it('changes what a filter finds, and needs ids or a filter', async () => {
    const main = crypto.randomUUID();
    const ids = [(await aTicket({ main })).id, (await aTicket({ main })).id];
    const { outcomes } = await internal.tickets.bulk.mutate({
      filter: { main, status: 'open' },
      setStatus: 'closed',
      expected: 2,
    });
    expect(outcomes.map(({ id }) => id).sort()).toEqual(ids.sort());
    for (const selection of [{}, { ids, filter: { main } }]) {
      await expect(
        internal.tickets.bulk.mutate({ ...selection, setStatus: 'open' }),
      ).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
    }
    for (const some of [ids, [999_999]]) {
      await expect(
        internal.tickets.bulk.mutate({ ids: some, setStatus: 'open', addTagId: 999_999 }),
      ).rejects.toMatchObject(failing('tag-not-found'));
    }
    expect(await Promise.all(ids.map(get))).toMatchObject([
      { status: 'closed' },
      { status: 'closed' },
    ]);
  });

  it('counts what a filter finds, and changes it only if the count still holds', async () => {
    const main = crypto.randomUUID();
    const ids = [(await aTicket({ main })).id, (await aTicket({ main })).id];
    const close = { filter: { main }, setStatus: 'closed' as const };
    const counted = { dryRun: true, total: 2, outcomes: [] };
    expect(await internal.tickets.bulk.mutate(close)).toEqual(counted);
    const byIds = { ids, dryRun: true };
    expect(await internal.tickets.bulk.mutate({ ...byIds, setStatus: 'closed' })).toEqual(counted);
    expect(await internal.tickets.assign.mutate({ ...byIds, agentEmail: ana })).toEqual(counted);
    for (const selection of [{ filter: { main } }, { ids }]) {
      const wrong = { ...selection, setStatus: 'closed', expected: 3 } as const;
      await expect(internal.tickets.bulk.mutate(wrong)).rejects.toMatchObject({
        message: '2 tickets are selected, not 3',
        data: { code: 'CONFLICT', errorCode: 'bulk-outdated', state: '2' },
      });
    }
    const untouched = { status: 'open', assigneeEmail: null };
    expect(await Promise.all(ids.map(get))).toMatchObject([untouched, untouched]);
    await internal.tickets.bulk.mutate({ ...close, expected: 2 });
    expect(await get(ids[0] ?? 0)).toMatchObject({ status: 'closed' });
  });

  it('returns outcomes in the order of the ids, for at most 10 000 tickets', async () => {
    const [first, last] = [(await aTicket()).id, (await aTicket()).id];
    const missing = Array.from({ length: 1_200 }, (_, index) => 1_000_000 + index);
    const ids = [last, ...missing, first];
    const { outcomes } = await internal.tickets.bulk.mutate({ ids, setStatus: 'closed' });
    expect(outcomes.map(({ id }) => id)).toEqual(ids);
    expect(outcomes.filter(({ ok }) => ok).map(({ id }) => id)).toEqual([last, first]);
    const tooMany = Array.from({ length: 10_001 }, (_, index) => 1_000_000 + index);
    for (const wrong of [tooMany, []]) {
      await expect(internal.tickets.bulk.mutate({ ids: wrong })).rejects.toMatchObject(
        failing('invalid-request'),
      );
    }
  });
});
