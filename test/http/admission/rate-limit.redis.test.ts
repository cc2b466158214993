import { hash } from 'node:crypto';
import { createClient } from '@redis/client';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../../../scripts/servers/local-server.ts';
import { findRedis, startRedis } from '../../../scripts/servers/redis.ts';
import { startApp, type TestApp } from '../../harness.ts';

const program = findRedis();
if (!program) throw new Error('needs redis-server');
const port = await freePort();
let redis = await startRedis(program, port);
const env = { RATE_LIMIT: 'on', REDIS_URL: `redis://127.0.0.1:${port}` };
const apps = [await startApp(env), await startApp(env)] as const;
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await redis.stop();
});

const write = async (app: TestApp, email: string) =>
  (await (await app.client({ role: 'agent', email })).deleteTag({ params: { id: 999_999 } }))
    .status;

/** A batch that is refused, in a class of four requests whose refusals are free. */
const refusedBatch = async (app: TestApp, email: string) =>
  (
    await (
      await app.client({ role: 'agent', email })
    ).createBatchReplies({
      body: { support_ids: [] },
    })
  ).status;

/** Resolves when every process counts in Redis. */
const untilShared = async () => {
  for (const app of apps) {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    await expect
      .poll(async () => {
        await write(app, email);
        return redisKeys();
      })
      .toContain(`leitor:rate:write:${hash('sha256', `sub:${email}`, 'base64url')}`);
  }
};
beforeEach(untilShared);

// On a busy machine Redis can take longer than the service waits for it; then each process counts
// for itself.
describe('rate limits through Redis', { retry: 5 }, () => {
  it('count a caller across all processes', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    for (let i = 0; i < 60; i += 1) {
      expect(await write(apps[i % 2 === 0 ? 0 : 1], email)).toBe(404);
    }
    expect(await write(apps[0], email)).toBe(429);
    expect(await write(apps[1], email)).toBe(429);
  });

  it('are counted by each process while Redis is stopped or frozen, and shared again later', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    await redis.stop();
    expect(await write(apps[0], email)).toBe(404);
    for (let i = 0; i < 59; i += 1) await write(apps[0], email);
    expect(await write(apps[0], email)).toBe(429);
    expect(await write(apps[1], email)).toBe(404);
    for (let sent = 0; sent < 8; sent += 1) expect(await refusedBatch(apps[1], email)).toBe(400);

    redis = await startRedis(program, port);
    await untilShared();

    if (redis.pid) process.kill(redis.pid, 'SIGSTOP');
    try {
      const statuses = await Promise.all(Array.from({ length: 10 }, () => write(apps[1], email)));
      expect(new Set(statuses)).toEqual(new Set([404]));
    } finally {
      if (redis.pid) process.kill(redis.pid, 'SIGCONT');
    }
  });
});

const redisKeys = async (): Promise<string[]> =>
  z.array(z.string()).parse(await command('KEYS', '*'));

const command = async (...parts: string[]): Promise<unknown> => {
  const client = createClient({ url: `redis://127.0.0.1:${port}` });
  client.on('error', () => undefined);
  await client.connect();
  const reply = await client.sendCommand(parts);
  client.destroy();
  return reply;
};
