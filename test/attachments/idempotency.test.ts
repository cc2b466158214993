import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import {
  claimKey,
  releaseKey,
  removeExpiredKeys,
  storeResponse,
} from '../../server/idempotency/service.ts';
import { startApp } from '../harness.ts';
import { type Client, errorCode } from '../public-client.ts';
import { openTicket, storedFiles, textFile } from './attachment-helpers.ts';

const clock = { now: new Date() };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const agent = await app.client({ role: 'agent', email: 'agente@exemplo.com.br' });
const ticket = await openTicket(app);

const aKey = () => crypto.randomUUID();
const send = (
  key: string,
  arquivo: File | File[],
  {
    client = agent,
    id = ticket.id,
    mensagemId,
  }: { client?: Client; id?: number; mensagemId?: number } = {},
) =>
  client.uploadAttachments({
    params: { id },
    headers: { 'idempotency-key': key },
    body: { arquivo, ...(mensagemId !== undefined && { mensagemId }) },
  });
const outcome = (response: Awaited<ReturnType<typeof send>>) => [
  response.status,
  errorCode(response),
];
const countOf = async (id = ticket.id) => {
  const { status, body } = await agent.listTicketAttachments({ params: { id } });
  return status === 200 ? body.data.length : -1;
};
const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms);
};

describe('Idempotency-Key on uploads', () => {
  it('replays the first response although the boundary differs', async () => {
    const key = aKey();
    const before = await countOf();
    const first = await send(key, textFile('a.txt', 'a'));
    const again = await send(key, textFile('a.txt', 'a'));
    expect(first.status).toBe(201);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await countOf()).toBe(before + 1);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('refuses files of a repeated key for the same reasons as those of a new one', async () => {
    const key = aKey();
    expect((await send(key, textFile('a.txt', 'a'))).status).toBe(201);
    const notAnImage = new File(['texto, e não uma imagem'], 'foto.gif', { type: 'image/png' });
    for (const files of [notAnImage, [textFile(), notAnImage]]) {
      const fresh = await send(aKey(), files);
      expect(outcome(await send(key, files))).toEqual(outcome(fresh));
      expect(outcome(fresh)).toEqual([415, 'attachment-type-not-allowed']);
    }
  });

  it('replays several files too', async () => {
    const key = aKey();
    const files = [textFile('a.txt', 'a'), textFile('b.txt', 'b')];
    const first = await send(key, files, { mensagemId: ticket.messageId });
    const again = await send(key, files, { mensagemId: ticket.messageId });
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
  });

  it('replays nothing to a caller who may no longer see the ticket', async () => {
    const own = await openTicket(app);
    const sendAgain = () =>
      send(key, textFile('a.txt', 'a'), { client: own.requester, id: own.id });
    const key = aKey();
    expect((await sendAgain()).status).toBe(201);
    const { db } = app.service.contextFor('test');
    const requester = { requester_email: 'outra@exemplo.com.br' };
    await db.updateTable('tickets').set(requester).where('id', '=', own.id).execute();
    expect(outcome(await sendAgain())).toEqual([404, 'ticket-not-found']);
  });

  it('refuses another upload under the same key with 422, and stores nothing of it', async () => {
    const key = aKey();
    expect((await send(key, textFile('a.txt', 'a'))).status).toBe(201);
    const files = await storedFiles(app.directory);
    for (const other of [
      send(key, textFile('a.txt', 'b')),
      send(key, textFile('b.txt', 'a')),
      send(key, new File(['a'], 'a.txt', { type: 'text/csv' })),
      send(key, [textFile('a.txt', 'a'), textFile('a.txt', 'a')]),
      send(key, textFile('a.txt', 'a'), { mensagemId: ticket.messageId }),
    ]) {
      expect(outcome(await other)).toEqual([422, 'idempotency-key-reused']);
    }
    expect(await storedFiles(app.directory)).toEqual(files);
  });

  it('scopes keys to the caller and the path', async () => {
    const key = aKey();
    const other = await openTicket(app);
    const file = textFile('a.txt', 'a');
    const ids = [
      await send(key, file),
      await send(key, file, { client: ticket.requester }),
      await send(key, file, { id: other.id }),
    ].map(({ body }) => ('data' in body && !Array.isArray(body.data) ? body.data.id : undefined));
    expect(new Set(ids).size).toBe(3);
  });

  it('returns 409 while the first request is running', async () => {
    const key = aKey();
    const ctx = { ...app.service.contextFor('test') };
    const owner = { caller: 'agente@exemplo.com.br', path: `/support/${ticket.id}/anexos`, key };
    const claim = await claimKey(ctx, owner, undefined);
    expect(outcome(await send(key, textFile()))).toEqual([409, 'idempotency-key-in-use']);
    // A process whose clock is four minutes ahead does not take it over: the database's clock
    // counts.
    later(240_000);
    expect(outcome(await send(key, textFile()))).toEqual([409, 'idempotency-key-in-use']);
    // The key's lease expires three minutes after its process died.
    await ctx.db
      .updateTable('idempotency_keys')
      .set({ lease_until: sql<Date>`clock_timestamp()` })
      .where('key', '=', key)
      .execute();
    expect((await send(key, textFile())).status).toBe(201);
    // The slow request has lost its lease and cannot succeed.
    if (!('run' in claim)) throw new Error('the key was not free');
    const kept = storeResponse(ctx, claim.run, Buffer.alloc(32), { status: 201, body: {} });
    await expect(kept).rejects.toThrow('idempotency-key-in-use');
  });

  it('stays in use when a request that has lost it fails', async () => {
    const key = aKey();
    const ctx = { ...app.service.contextFor('test') };
    const owner = { caller: 'agente@exemplo.com.br', path: `/support/${ticket.id}/anexos`, key };
    const slow = await claimKey(ctx, owner, undefined);
    await ctx.db
      .updateTable('idempotency_keys')
      .set({ lease_until: sql<Date>`clock_timestamp()` })
      .where('key', '=', key)
      .execute();
    const next = await claimKey(ctx, owner, undefined);
    if (!('run' in slow) || !('run' in next)) throw new Error('the key was not free');
    await releaseKey(ctx, slow.run);
    expect(outcome(await send(key, textFile()))).toEqual([409, 'idempotency-key-in-use']);
    await releaseKey(ctx, next.run);
    expect((await send(key, textFile())).status).toBe(201);
  });

  it('lets one of 10 equal concurrent requests upload', async () => {
    const key = aKey();
    const before = await countOf();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(key, textFile('corrida.txt', 'x'.repeat(50_000)))),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await countOf()).toBe(before + 1);
    const bodies = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => JSON.stringify(body));
    expect(new Set(bodies).size).toBe(1);
  });

  it('holds a key for three minutes, and keeps its response when it is released after all', async () => {
    const key = aKey();
    const { db } = app.service.contextFor('test');
    const clockOfDatabase = async () => {
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
      return rows[0]?.at.getTime() ?? 0;
    };
    const before = await clockOfDatabase();
    const claim = await claimUpload(key);
    const after = await clockOfDatabase();
    const rows = db.selectFrom('idempotency_keys').select('lease_until as leaseUntil');
    const { leaseUntil } = await rows.where('key', '=', key).executeTakeFirstOrThrow();
    expect(leaseUntil.getTime() - 180_000).toBeGreaterThanOrEqual(before);
    expect(leaseUntil.getTime() - 180_000).toBeLessThanOrEqual(after);
    if (!('run' in claim)) throw new Error('the key was not free');
    const ctx = app.service.contextFor('test');
    await storeResponse(ctx, claim.run, Buffer.alloc(32), { status: 201, body: {} });
    await releaseKey(ctx, claim.run);
    expect(await claimOf(key)).toBe('answered');
  });

  it('allows a refused request to be retried', async () => {
    const key = aKey();
    const bad = new File(['<html>'], 'a.png', { type: 'image/png' });
    expect((await send(key, bad)).status).toBe(415);
    expect((await send(key, bad)).status).toBe(415);
    expect((await send(key, textFile())).status).toBe(201);
  });

  it('replays for 24 hours', async () => {
    const key = aKey();
    const before = await countOf();
    await send(key, textFile());
    later(24 * 3_600_000 - 1);
    // The agent's token is valid for one hour of real time.
    expect(await claimOf(key)).toBe('answered');
    later(1);
    expect(await claimOf(key)).toBe('run');
    expect(await countOfRows()).toBe(before + 1);
  });

  it('deletes expired keys', async () => {
    const ctx = app.service.contextFor('test');
    const [expired, valid] = [aKey(), aKey()];
    const stored = async () => {
      const keys = ctx.db.selectFrom('idempotency_keys').select('key');
      const rows = await keys.where('key', 'in', [expired, valid]).execute();
      return rows.map(({ key }) => key);
    };
    await send(expired, textFile());
    later(24 * 3_600_000);
    await send(valid, textFile());
    expect((await stored()).sort()).toEqual([expired, valid].sort());
    expect(await removeExpiredKeys(ctx)).toBeGreaterThan(0);
    expect(await stored()).toEqual([valid]);
    expect(await removeExpiredKeys(ctx)).toBe(0);
    expect((await app.service.jobs.run('idempotency-cleanup')).outcome).toBe('succeeded');
  });

  it.each(['', 'a b', 'x'.repeat(256), 'é'])('refuses the key %j with 400', async (key) => {
    const authorization = `Bearer ${await app.token({ role: 'agent', expiresAt: new Date(clock.now.getTime() + 60_000) })}`;
    const form = new FormData();
    form.append('arquivo', textFile());
    const response = await fetch(`${app.url}/support/${ticket.id}/anexos`, {
      method: 'POST',
      headers: { authorization, 'idempotency-key': Buffer.from(key).toString('latin1') },
      body: form,
    });
    expect(response.status).toBe(400);
  });
});

const claimUpload = (key: string) => {
  const path = `/support/${ticket.id}/anexos`;
  const owner = { caller: 'agente@exemplo.com.br', path, key };
  return claimKey(app.service.contextFor('test'), owner, undefined);
};

const claimOf = async (key: string) => ('run' in (await claimUpload(key)) ? 'run' : 'answered');

const countOfRows = async () => {
  const { listAttachments } = await import('../../server/attachments/service.ts');
  return (await listAttachments(app.service.contextFor('test'), ticket.id)).length;
};
