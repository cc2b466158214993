import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openReplicas, type Replicas } from '../../db/connection/replicas.ts';

/** What each server says of its log, by its host; undefined: nothing. */
const servers: Record<string, { lsn: string; server: string } | undefined> = {};
const changes: [string, unknown][] = [];
/** The clock by which a replica is stale: servers are asked by the real one. */
let now = 0;
/** How often the second replica was asked. */
let asked = 0;
let replicas: Replicas;
const hostOf = (options: { connectionString?: string } = {}) =>
  new URL(options.connectionString ?? '').hostname;

beforeEach(() => {
  changes.length = 0;
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  Object.assign(servers, {
    primary: { lsn: '100', server: '1/a' },
    one: { lsn: '100', server: '1/a' },
    two: { lsn: '100', server: '1/a' },
  });
  vi.spyOn(pg, 'Pool').mockImplementation(function pool(this: pg.Pool, options?: pg.PoolConfig) {
    const query = async () => {
      const host = hostOf(options);
      if (host === 'two') asked += 1;
      const row = servers[host];
      if (!row) throw new Error('away');
      return { rows: [row] };
    };
    Object.assign(this, { on: () => this, query, end: async () => undefined, options });
  });
  vi.spyOn(pg, 'Client').mockImplementation(function client(this: pg.Client) {
    const query = async () => ({ rows: [{ mark: 'on' }] });
    const nothing = async () => undefined;
    Object.assign(this, { on: () => this, query, connect: nothing, end: nothing });
  });
  replicas = openReplicas({
    primaryUrl: 'postgres://primary/leitor',
    urls: ['postgres://one:1/leitor', 'postgres://two:2/leitor'],
    poolSize: 1,
    maxStalenessMs: 2_000,
    onBroken: () => undefined,
    onChange: (replica, problem) => void changes.push([replica, problem]),
  });
});
afterEach(async () => {
  await replicas.close();
  vi.restoreAllMocks();
});

const usable = () => replicas.staleness().map((one) => one.usable);
const of = (replica: string) => changes.filter(([name]) => name === replica).map(([, why]) => why);

it('replicas are read in turn, those that have what the primary had a moment ago', async () => {
  await expect.poll(usable).toEqual([true, true]);
  const [first, second, third] = [replicas.pick(), replicas.pick(), replicas.pick()];
  expect([first === second, first === third]).toEqual([false, true]);
  servers.primary = { lsn: '101', server: '1/a' };
  servers.one = { lsn: '101', server: '1/a' };
  now = 2_001;
  await expect.poll(usable).toEqual([true, false]);
  expect(replicas.staleness().map(({ seconds }) => seconds)).toEqual([0, 2.001]);
  expect(new Set([replicas.pick(), replicas.pick()]).size).toBe(1);
});

it('a read in flight on a replica that does not respond any more is given up', async () => {
  await expect.poll(usable).toEqual([true, true]);
  const never = () => new Promise<never>(() => undefined);
  const reads = [replicas.pick(), replicas.pick()].map((replica) => replica?.run(never));
  const given = Promise.allSettled(reads);
  Object.assign(servers, { one: undefined, two: undefined });
  const failed = { status: 'rejected', reason: { code: 'ETIMEDOUT' } };
  expect(await given).toMatchObject([failed, failed]);
});

it('a replica that is left out or usable again is reported once, each time and why', async () => {
  await expect.poll(usable).toEqual([true, true]);
  const before = asked;
  await expect.poll(() => asked).toBe(before + 2);
  servers.one = undefined;
  servers.two = { lsn: '100', server: '2/a' };
  await expect.poll(() => changes).toHaveLength(4);
  Object.assign(servers, { one: servers.primary, two: servers.primary });
  await expect.poll(() => changes).toHaveLength(6);
  servers.primary = { lsn: '101', server: '1/a' };
  now = 2_001;
  await expect.poll(() => changes).toHaveLength(8);
  expect(of('one:1')).toEqual([undefined, new Error('away'), undefined, 'it lags']);
  expect(of('two:2')).toEqual([undefined, 'not a standby of DATABASE_URL', undefined, 'it lags']);
});
