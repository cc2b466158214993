import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { claimKey, releaseKey, removeExpiredKeys } from '../../server/idempotency/service.ts';
import { startApp } from '../harness.ts';
import { type Client, errorCode } from '../public-client.ts';
import { openTicket, storedFiles, textFile } from './attachment-helpers.ts';

const clock = { now: new Date() };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const ctx = app.service.contextFor('test');
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
    body: { arquivo, ...(mensagemId && { mensagemId }) },
  });
const outcomeOf = async (sent: ReturnType<typeof send>) => {
  const response = await sent;
  return errorCode(response) ?? response.status;
};

describe('Idempotency-Key on uploads', () => {
  it('replays the first response to the same message and files', async () => {
    const files = [textFile('a.txt', 'a'), textFile('b.txt', 'b')];
    const message = { mensagemId: ticket.messageId };
    const key = aKey();
    const first = await send(key, files, message);
    const stored = await storedFiles(app.directory);
    const again = await send(key, files, message);
    expect(first.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await storedFiles(app.directory)).toEqual(stored);
  });

  it('refuses another upload under the same key, and stores nothing of it', async () => {
    const key = aKey();
    expect(await outcomeOf(send(key, textFile('a.txt', 'a')))).toBe(201);
    const stored = await storedFiles(app.directory);
    for (const other of [
      send(key, textFile('a.txt', 'b')),
      send(key, textFile('b.txt', 'a')),
      send(key, new File(['a'], 'a.txt', { type: 'text/csv' })),
      send(key, [textFile('a.txt', 'a'), textFile('a.txt', 'a')]),
      send(key, textFile('a.txt', 'a'), { mensagemId: ticket.messageId }),
    ]) {
      expect(await outcomeOf(other)).toBe('idempotency-key-reused');
    }
    expect(await storedFiles(app.directory)).toEqual(stored);
  });

  it('replays nothing to a caller who may no longer see the ticket', async () => {
    const { id, requester: client } = await openTicket(app);
    const key = aKey();
    expect(await outcomeOf(send(key, textFile(), { client, id }))).toBe(201);
    const requester = { requester_email: 'outra@exemplo.com.br' };
    await ctx.db.updateTable('tickets').set(requester).where('id', '=', id).execute();
    expect(await outcomeOf(send(key, textFile(), { client, id }))).toBe('ticket-not-found');
  });

  it('is in use until its lease expires by the clock of the database, whoever lost it', async () => {
    const owner = { caller: 'agente@exemplo.com.br', path: `/support/${ticket.id}/anexos` };
    const key = aKey();
    const claim = async () => {
      const claimed = await claimKey(ctx, { ...owner, key }, undefined);
      if (!('run' in claimed)) throw new Error('the key was not free');
      return claimed.run;
    };
    const slow = await claim();
    clock.now = new Date(clock.now.getTime() + 240_000);
    expect(await outcomeOf(send(key, textFile()))).toBe('idempotency-key-in-use');
    const leaseUntil = sql<Date>`clock_timestamp()`;
    const lease = ctx.db.updateTable('idempotency_keys').set({ lease_until: leaseUntil });
    await lease.where('key', '=', key).execute();
    const next = await claim();
    await releaseKey(ctx, slow);
    expect(await outcomeOf(send(key, textFile()))).toBe('idempotency-key-in-use');
    await releaseKey(ctx, next);
    expect(await outcomeOf(send(key, textFile()))).toBe(201);
  });

  it('is deleted a day after its response', async () => {
    const [expired, valid] = [aKey(), aKey()];
    await send(expired, textFile());
    clock.now = new Date(clock.now.getTime() + 86_400_000);
    const owner = { caller: 'ana', path: '/um', key: valid };
    await claimKey(ctx, owner, undefined);
    await removeExpiredKeys(ctx);
    const keys = ctx.db.selectFrom('idempotency_keys').select('key');
    const left = await keys.where('key', 'in', [expired, valid]).execute();
    expect(left).toEqual([{ key: valid }]);
  });
});
