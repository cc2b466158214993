import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const ana = 'ana@leitor.com.br';
const internal = await app.trpc({ role: 'agent', email: ana, name: 'Ana' });
const admin = await app.trpc();

const aTicket = ({ main = 'Geral' } = {}) =>
  internal.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main });
const failing = (errorCode: string) => ({ data: { errorCode } });

describe('tickets.bulk', () => {
  it('changes tickets by their ids with an outcome for each, once', async () => {
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

  it('takes a tag off those that have it', async () => {
    const ids = [(await aTicket()).id, (await aTicket()).id];
    const tag = await internal.tags.create.mutate({ name: crypto.randomUUID(), color: '#000000' });
    const [id = 0, without = 0] = ids;
    await internal.tickets.addTag.mutate({ id, tagId: tag.id });
    await internal.tickets.bulk.mutate({ ids, removeTagId: tag.id });
    expect((await internal.tickets.get.query({ id })).tags).toEqual([]);
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
    });
    expect(outcomes.map(({ id }) => id).sort()).toEqual(ids.sort());
    const rest = await internal.tickets.list.query({ main, status: 'open' });
    expect(rest.items).toEqual([]);
    const acts = await admin.audit.list.query({ action: 'tickets.bulk', limit: 3 });
    const targets = acts.items.map(({ target }) => target).slice(0, 2);
    expect(targets.sort()).toEqual(ids.map((id) => `ticket:${id}`).sort());
    for (const selection of [{}, { ids, filter: { main } }]) {
      await expect(
        internal.tickets.bulk.mutate({ ...selection, setStatus: 'open' }),
      ).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
    }
    await expect(internal.tickets.bulk.mutate({ ids, addTagId: 999_999 })).rejects.toMatchObject(
      failing('tag-not-found'),
    );
  });
});
