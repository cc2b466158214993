import { sql } from 'kysely';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());

const anAgent = (role: 'agent' | 'admin' = 'agent', { trpc } = app) =>
  trpc({ role, email: `${crypto.randomUUID()}@leitor.example` });
const refused = (errorCode: string) => ({ data: { errorCode } });

describe('views', () => {
  it('are saved, listed with their filter, replaced and deleted', async () => {
    const email = `${crypto.randomUUID()}@leitor.example`;
    const agent = await app.trpc({ role: 'agent', email });
    const filter = { assignee: null, waiting: true, from: '2026-03-01T00:00:00.000Z' } as const;
    const saved = await agent.views.save.mutate({ name: 'Sem dono', filter, sort: 'waiting' });
    expect(saved).toMatchObject({ name: 'Sem dono', filter, sort: 'waiting', shared: false });
    expect(saved.ownerEmail).toBe(email);
    expect(await agent.tickets.list.query({ ...saved.filter, sort: saved.sort })).toMatchObject({
      items: [],
    });
    const { id } = saved;
    await agent.views.save.mutate({ id, name: 'Abertos', filter: { status: 'open' } });
    const { items } = await agent.views.list.query();
    expect(items).toMatchObject([{ id, name: 'Abertos', filter: { status: 'open' } }]);
    expect((items[0]?.updatedAt ?? '') > saved.updatedAt).toBe(true);
    await agent.views.delete.mutate({ id });
    // A name or a filter may name a person.
    const { items: acts } = await (await app.trpc()).audit.list.query({ target: `view:${id}` });
    expect(acts).toMatchObject([
      { action: 'views.delete' },
      {
        action: 'views.save',
        changes: [{ field: 'name' }, { field: 'filter' }, { field: 'sort' }],
      },
      { action: 'views.save' },
    ]);
    expect(JSON.stringify(acts)).not.toMatch(/Sem dono|Abertos/);
    expect((await agent.views.list.query()).items).toEqual([]);
    const outcomes = await Promise.allSettled([
      agent.views.delete.mutate({ id }),
      agent.views.save.mutate({ id, name: 'Oi' }),
    ]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: refused('view-not-found') });
  });

  it('are their owner’s alone, or shared: then only the owner and administrators change them', async () => {
    const [owner, other, admin] = [await anAgent(), await anAgent(), await anAgent('admin')];
    const { id } = await owner.views.save.mutate({ name: 'Meus' });
    const change = { id, name: 'Outro' };
    for (const person of [other, admin]) {
      await expect(person.views.save.mutate(change)).rejects.toMatchObject(
        refused('view-not-found'),
      );
      await expect(person.views.delete.mutate({ id })).rejects.toMatchObject(
        refused('view-not-found'),
      );
    }
    await owner.views.save.mutate({ id, name: 'Nossos', shared: true });
    const seen = async () => (await other.views.list.query()).items.map(({ name }) => name);
    expect(await seen()).toContain('Nossos');
    await expect(other.views.save.mutate(change)).rejects.toMatchObject(refused('forbidden'));
    await expect(other.views.delete.mutate({ id })).rejects.toMatchObject(refused('forbidden'));
    const changed = await admin.views.save.mutate({ id, name: 'De todos', shared: true });
    expect((await owner.views.list.query()).items).toEqual([changed]);
    await admin.views.delete.mutate({ id });
    expect(await seen()).not.toContain('De todos');
  });

  it('are at most 50 a person and 100 shared', async () => {
    // Shared views are everybody's, so those of other tests would count.
    const own = await startApp();
    onTestFinished(own.close);
    const email = 'cheia@leitor.example';
    const [full, other] = [await own.trpc({ role: 'agent', email }), await anAgent('agent', own)];
    await sql`
      insert into ticket_views (name, filter, sort, shared, owner_email, updated_at)
      select n, '{}', 'newest', true, case when n <= 50 then ${email} else 'outra@x.com' end, now()
      from generate_series(1, 100) n`.execute(own.service.contextFor('test').db);
    const tooMany = refused('too-many-views');
    await expect(full.views.save.mutate({ name: 'Mais' })).rejects.toMatchObject(tooMany);
    const { id } = await other.views.save.mutate({ name: 'Meus' });
    const shared = { id, name: 'De todos', shared: true };
    await expect(other.views.save.mutate(shared)).rejects.toMatchObject(tooMany);
    const { items } = await other.views.list.query();
    expect(items.find((view) => view.id === id)).toMatchObject({ name: 'Meus', shared: false });
  });

  it('are listed by name, in pages', async () => {
    const agent = await anAgent();
    const names = ['Água', 'agua_2', 'Zona', 'Zona'];
    for (const name of names.toReversed()) await agent.views.save.mutate({ name });
    const { items: all } = await agent.views.list.query({});
    const own = await agent.views.list.query();
    expect(own).toEqual({ items: all, nextCursor: null });
    const paged: typeof all = [];
    let cursor: string | undefined;
    do {
      const page = await agent.views.list.query({ limit: 1, cursor });
      expect(page.items).toHaveLength(1);
      paged.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(all);
    expect(paged.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names);
    const wrong = agent.views.list.query({ cursor: 'Zona' });
    await expect(wrong).rejects.toMatchObject(refused('invalid-request'));
  });
});

describe('me.preferences', () => {
  it('are empty at first, one’s own, and replaced as a whole', async () => {
    const [one, other] = [await anAgent(), await anAgent()];
    expect(await one.me.preferences.get.query()).toEqual({});
    const preferences = { tema: 'escuro', lista: { largura: 320, aberta: [1, null, true] } };
    await one.me.preferences.set.mutate(preferences);
    expect(await one.me.preferences.get.query()).toEqual(preferences);
    expect(await other.me.preferences.get.query()).toEqual({});
    await one.me.preferences.set.mutate({ texto: 'a\u0000b \ud800' });
    expect(await one.me.preferences.get.query()).toEqual({ texto: 'a\u0000b \ud800' });
  });

  it('have at most 16 KiB and 32 levels', async () => {
    const agent = await anAgent();
    const nested = (levels: number) => ({ a: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) });
    const frame = JSON.stringify({ a: '' }).length;
    for (const fits of [{ a: 'x'.repeat(16_384 - frame) }, nested(31)]) {
      await agent.me.preferences.set.mutate(fits);
      expect(await agent.me.preferences.get.query()).toEqual(fits);
    }
    for (const tooMuch of [
      { a: 'é'.repeat(8_192) },
      nested(32),
      { signature: 'x'.repeat(5_001) },
    ]) {
      await expect(agent.me.preferences.set.mutate(tooMuch)).rejects.toMatchObject(
        refused('invalid-request'),
      );
    }
  });
});
