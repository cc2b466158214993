import { describe, expect } from 'vitest';
import { contract, operationDomains } from '../../contract/index.ts';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { internalRouter } from '../../server/internal-router.ts';
import { keyDomains } from '../../server/tokens/domains.ts';
import { personOf, serviceTest } from '../fixture.ts';
import type { TestApp } from '../harness.ts';

const it = serviceTest();

type NewKey = Parameters<Awaited<ReturnType<TestApp['trpc']>>['tokens']['create']['mutate']>[0];

const name = 'Painel';
const clientOf = (app: TestApp, token: string) =>
  createInternalClient({ url: app.internalUrl, token });
const statusOf = async (app: TestApp, token: string, path: string) =>
  (await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

interface Maker {
  trpc: { tokens: { create: { mutate: (key: NewKey) => Promise<{ id: number; token: string }> } } };
}

/** A key with a client that calls with it. */
const keyOf = async (app: TestApp, { trpc }: Maker, key: Partial<NewKey> = {}) => {
  const { id, token } = await trpc.tokens.create.mutate({ name, role: 'agent', ...key });
  return { id, token, trpc: clientOf(app, token) };
};
const refused = { data: { errorCode: 'invalid-token' } };
const forbidden = { data: { errorCode: 'forbidden' } };

describe('a key', () => {
  it('calls both APIs with its role, and the trail names it', async ({ app, admin, db }) => {
    const key = await keyOf(app, admin);
    expect(await key.trpc.me.get.query()).toMatchObject({ email: null, role: 'agent' });
    expect(await statusOf(app, key.token, '/support/tags')).toBe(200);
    const tag = { name: crypto.randomUUID(), color: '#000000' };
    const { id } = await key.trpc.tags.create.mutate(tag);
    const { items } = await admin.trpc.audit.list.query({ target: `tag:${id}` });
    expect(items[0]).toMatchObject({ actor: `key:${key.id} ${name}`, actorEmail: null });
    await expect(key.trpc.tokens.list.query({})).rejects.toMatchObject(forbidden);
    const stored = await db.selectFrom('api_keys').selectAll().where('id', '=', key.id).execute();
    expect(JSON.stringify(stored)).not.toContain(key.token);
  });

  it('has no e-mail, and so neither takes part in the quiz nor has a streak', async ({
    app,
    admin,
  }) => {
    const { token } = await keyOf(app, admin);
    expect(await statusOf(app, token, '/quiz/today')).toBe(401);
    expect(await statusOf(app, token, '/streaks/me')).toBe(401);
  });

  it('is made by administrators alone', async ({ agent }) => {
    const made = agent.trpc.tokens.create.mutate({ name, role: 'reader' });
    await expect(made).rejects.toMatchObject(forbidden);
  });

  it('reaches only the procedures and operations of its domains', async ({ app, admin }) => {
    const key = await keyOf(app, admin, { role: 'admin', domains: ['tags', 'quickReplies'] });
    await key.trpc.tags.list.query({});
    await expect(key.trpc.tickets.queue.query({})).rejects.toMatchObject(forbidden);
    await expect(key.trpc.me.get.query()).rejects.toMatchObject(forbidden);
    expect(await statusOf(app, key.token, '/support/tags')).toBe(200);
    expect(await statusOf(app, key.token, '/ai/resources')).toBe(403);
    const headers = { authorization: `Bearer ${key.token}` };
    const backup = await fetch(`${app.internalUrl}/backup`, { method: 'POST', headers });
    expect(backup.status).toBe(403);
    const hints = await fetch(`${app.internalUrl}/console/events`, { headers });
    expect(hints.status).toBe(403);
  });

  it('makes keys of at most its own domains and end', async ({ app, admin }) => {
    const expiresAt = inMs(3_600_000);
    const key = await keyOf(app, admin, { role: 'admin', domains: ['tokens', 'tags'], expiresAt });
    for (const more of [
      { domains: undefined, expiresAt },
      { domains: ['tickets' as const], expiresAt },
      { domains: ['tags' as const] },
    ]) {
      const made = key.trpc.tokens.create.mutate({ name, role: 'agent', ...more });
      await expect(made).rejects.toMatchObject(forbidden);
    }
    const child = await keyOf(app, key, { domains: ['tags'], expiresAt });
    await child.trpc.tags.list.query({});
    await admin.trpc.tokens.revoke.mutate({ id: key.id });
    await expect(child.trpc.tags.list.query({})).rejects.toMatchObject(refused);
  });

  it('ends when it expires', async ({ app, admin, clock }) => {
    const past = admin.trpc.tokens.create.mutate({ name, role: 'agent', expiresAt: inMs(-1_000) });
    await expect(past).rejects.toMatchObject({ data: { errorCode: 'invalid-request' } });
    const key = await keyOf(app, admin, { expiresAt: inMs(60_000) });
    await key.trpc.tags.list.query({});
    clock.set(inMs(61_000));
    await expect(key.trpc.tags.list.query({})).rejects.toMatchObject(refused);
  });

  it('says when it was last used, to the minute', async ({ app, admin, clock }) => {
    const first = new Date(Date.now() + 1_000);
    clock.set(first);
    const key = await keyOf(app, admin);
    const usedAt = async () => {
      const { items } = await admin.trpc.tokens.list.query({ kind: 'key' });
      const found = items.find(({ id }) => id === key.id);
      return found?.kind === 'key' ? found.lastUsedAt : undefined;
    };
    expect(await usedAt()).toBeNull();
    await key.trpc.tags.list.query({});
    expect(await usedAt()).toBe(first.toISOString());
    clock.pass(59_000);
    await key.trpc.tags.list.query({});
    expect(await usedAt()).toBe(first.toISOString());
    clock.pass(2_000);
    await key.trpc.tags.list.query({});
    expect(await usedAt()).toBe(new Date(first.getTime() + 61_000).toISOString());
  });
});

describe('tokens.revoke', () => {
  it('ends a key at once, and only counts in a dry run', async ({ app, admin }) => {
    const key = await keyOf(app, admin);
    const { revoke } = admin.trpc.tokens;
    expect(await revoke.mutate({ id: key.id, dryRun: true })).toMatchObject({ total: 1 });
    await key.trpc.tags.list.query({});
    expect(await revoke.mutate({ id: key.id })).toMatchObject({ dryRun: false, total: 1 });
    await expect(key.trpc.tags.list.query({})).rejects.toMatchObject(refused);
    expect(await statusOf(app, key.token, '/support/tags')).toBe(401);
    expect(await revoke.mutate({ id: key.id })).toMatchObject({ total: 0 });
    const unknown = revoke.mutate({ id: 999_999_999 });
    await expect(unknown).rejects.toMatchObject({ data: { errorCode: 'key-not-found' } });
  });

  it('ends the keys that a person made before', async ({ app, admin }) => {
    const maker = await personOf(app, { role: 'admin' });
    const key = await keyOf(app, maker);
    const issuedBefore = inMs(60_000);
    const ended = { email: maker.email, issuedBefore };
    const dry = await admin.trpc.tokens.revoke.mutate({ ...ended, dryRun: true });
    expect(dry.records).toContainEqual({ kind: 'keys', count: 1 });
    await key.trpc.tags.list.query({});
    await admin.trpc.tokens.revoke.mutate(ended);
    await expect(key.trpc.tags.list.query({})).rejects.toMatchObject(refused);
  });
});

describe('tokens.list', () => {
  it('pages through keys and revocations together, each once', async ({ app, admin }) => {
    const maker = await personOf(app, { role: 'admin' });
    const made = [await keyOf(app, maker), await keyOf(app, maker)].map(({ id }) => id);
    await admin.trpc.tokens.revoke.mutate({ email: maker.email });
    await keyOf(app, maker);
    const kinds: string[] = [];
    let cursor: number | undefined;
    do {
      const page = await admin.trpc.tokens.list.query({ email: maker.email, limit: 1, cursor });
      kinds.push(...page.items.map(({ kind }) => kind));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(kinds).toEqual(['key', 'person', 'key', 'key']);
    const { items } = await admin.trpc.tokens.list.query({ kind: 'key', email: maker.email });
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(made));
    expect(items[0]).toMatchObject({ kind: 'key', name, role: 'agent', createdBy: maker.email });
  });
});

describe('an administrator who loses the role', () => {
  it('loses the keys, and those that they made', async ({ app, admin }) => {
    const maker = await personOf(app, { role: 'admin' });
    const key = await keyOf(app, maker, { role: 'admin' });
    const child = await keyOf(app, key);
    const { set } = admin.trpc.team;
    await set.mutate({ email: maker.email, role: 'admin' });
    await child.trpc.tags.list.query({});
    await set.mutate({ email: maker.email, role: 'agent' });
    for (const { trpc } of [key, child]) {
      await expect(trpc.tags.list.query({})).rejects.toMatchObject(refused);
    }
    const { items } = await admin.trpc.audit.list.query({ target: `key:${key.id}` });
    expect(items.map(({ action }) => action)).toEqual(['tokens.revoke', 'tokens.create']);
  });
});

it('knows the domain of every procedure and public operation', () => {
  const routers = Object.keys(internalRouter._def.record);
  const ofOperations = new Set(operationDomains.values());
  expect(new Set(keyDomains)).toEqual(new Set([...routers, ...ofOperations]));
  const open = Object.entries(contract)
    .filter(([, { metadata }]) => metadata.access !== 'webhook')
    .map(([operation]) => operation);
  expect(open.filter((operation) => !operationDomains.has(operation))).toEqual([]);
});
