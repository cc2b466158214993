import pg from 'pg';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Redis } from '../../server/clients/redis.ts';
import { parseConfig } from '../../server/config/config.ts';
import { ledgerKeyOf, openReads } from '../../server/process/open-resources.ts';
import { loggerInto } from '../support/logger.ts';

const said: string[] = [];
const log = loggerInto(said);
beforeEach(() => void said.splice(0));

it('a write is recent for a second longer than a replica may be stale', async () => {
  const kept: unknown[] = [];
  const redis = {
    guard: (call: () => unknown) => call(),
    client: { set: (_key: string, _value: string, options: unknown) => void kept.push(options) },
  } as unknown as Redis;
  const pools = vi.spyOn(pg, 'Pool');
  onTestFinished(() => pools.mockRestore());
  const nowhere = 'postgres://127.0.0.1:1/leitor';
  const options = { redis, log, onBroken: () => undefined, onStatement: () => undefined };
  for (const maxStalenessMs of [undefined, 7_000]) {
    const database = { url: nowhere, readUrls: [nowhere], poolSize: 1 };
    const reads = openReads({ database }, { ...options, maxStalenessMs });
    await reads?.writers.add('person:a');
    expect(reads?.replicas.staleness()).toMatchObject([
      { replica: '127.0.0.1:1', usable: false, seconds: expect.any(Number) },
    ]);
    expect(reads?.replicas.pick()).toBeUndefined();
    await reads?.replicas.close();
  }
  const away = 'DATABASE_READ_URL: a replica is left out: connect ECONNREFUSED 127.0.0.1:1';
  expect(said).toEqual([away, away]);
  expect(kept).toEqual([3_000, 8_000].map((value) => ({ expiration: { type: 'PX', value } })));
  // The primary and the replica are asked by a connection each, which waits for a second.
  const asking = { max: 1, connectionTimeoutMillis: 1_000, query_timeout: 1_000 };
  expect(pools.mock.calls).toMatchObject(Array(4).fill([asking]));
  const alone = { url: nowhere, readUrls: [], poolSize: 1 };
  expect(openReads({ database: alone }, options)).toBeUndefined();
  expect(openReads({ database: undefined }, options)).toBeUndefined();
});

it('production has a ledger of erasures only with a key of its own', async () => {
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db/leitor',
    AUTH_JWT_SECRET: 's'.repeat(32),
  };
  expect(await ledgerKeyOf(parseConfig(production), log)).toBeUndefined();
  expect(said).toEqual(['no ledger of erasures: ERASURE_LEDGER_KEY is not set']);
  const key = 'k'.repeat(32);
  for (const env of [production, {}]) {
    expect(await ledgerKeyOf(parseConfig({ ...env, ERASURE_LEDGER_KEY: key }), log)).toBe(key);
  }
});
