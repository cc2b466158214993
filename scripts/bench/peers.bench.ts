import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { durable, findPostgres, startPostgres } from '../servers/postgres.ts';
import { findRedis, startRedis } from '../servers/redis.ts';
import type { Benchmark } from './benchmark.ts';
import { benchSecret, type MeasuredProcess } from './measured-process.ts';
import { ask, checkLines, checkRefusals } from './peers/check.ts';
import { processorOf } from './peers/processor.ts';
import { fileBytes, firstUpload, type LineName, lineNames } from './peers/requests.ts';
import { seed } from './peers/seed.ts';
import { buildPeers, type Surroundings, startLoad, startServers } from './peers/start.ts';
import { busiest, figures, ratios } from './peers/tables.ts';
import { type Field, type Turn, takeTurns } from './peers/turns.ts';
import { agentToken, makeWorlds, openUpkeep } from './peers/world.ts';

const poolSize = 16;

const postgresSettings = {
  ...durable,
  shared_buffers: '2GB',
  maintenance_work_mem: '1GB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
  autovacuum: 'off',
  // The service turns it off for itself; the peers would suffer from it.
  jit: 'off',
};

const sizes = {
  short: { tickets: 100_000, rounds: 3, seconds: 0.08 },
  long: { tickets: 10_000_000, rounds: 7, seconds: 2 },
};
type Size = (typeof sizes)['short'];

const chosen = (only: readonly string[]): LineName[] => {
  const unknown = only.filter((name) => !lineNames.some((line) => line === name));
  if (unknown.length > 0) {
    throw new Error(`no such part: ${unknown.join(', ')} (there are: ${lineNames.join(', ')})`);
  }
  return lineNames.filter((line) => only.length === 0 || only.includes(line));
};

const uploaded = z.object({ data: z.object({ id: z.int() }) });

/** Checks that all servers do the same, then measures the lines. */
const compare = async (
  names: readonly LineName[],
  servers: readonly MeasuredProcess[],
  surroundings: Surroundings,
  databasePid: number | undefined,
  { size, log }: { size: Size; log: (line: string) => void },
): Promise<string> => {
  const [service] = servers;
  if (!service) throw new Error('no servers');
  const agent = await agentToken(benchSecret);
  const { body } = await ask(service.url, firstUpload({ agent }));
  const worlds = await makeWorlds(servers.length, benchSecret, uploaded.parse(body).data.id);
  const upkeep = await openUpkeep(surroundings);
  const load = startLoad();
  try {
    await checkLines(lineNames, servers, worlds, upkeep);
    const refusals = await checkRefusals(servers, worlds);
    log(`the same answers to ${lineNames.length} requests, the same refusals of ${refusals} more`);
    const field: Field = {
      ...{ servers, worlds, load, upkeep },
      databaseCpu: async () => (await processorOf(databasePid)) ?? Number.NaN,
    };
    const results = new Map<LineName, Turn[][]>();
    for (const name of names) {
      log(name);
      results.set(name, await takeTurns(name, field, size));
    }
    return sectionOf(results, size, refusals);
  } finally {
    await load.stop();
    await upkeep.close();
  }
};

const sectionOf = (
  results: ReadonlyMap<LineName, Turn[][]>,
  { tickets, rounds, seconds }: Size,
  refusals: number,
): string =>
  [
    `The service in production settings, with all that it does for each request: ids, metrics, security headers, validation by the contract. Beside it the same endpoints on the same database, Redis and folder: by hand on Express 5 and on Fastify 5 with \`pg\` (prepared statements, hand-written checks, Fastify's schemas and serialiser), and on NestJS with TypeORM, guards and class-validator, none of which logs, counts or sets security headers. Before anything is measured, all four must give the same answers to ${lineNames.length} requests (status, JSON or bytes, and of writes what is in the database afterwards) and the same refusals of ${refusals} more.`,
    `${tickets.toLocaleString('en')} tickets, which the peers count through a covering index; 20 000 readers with 200 credited days; PostgreSQL with fsync and synchronous commits; files of ${fileBytes.toLocaleString('en')} bytes, flushed before they are acknowledged. All verify tokens with jose: the service once in five minutes, its peers every time. All keep the global ranking in the process and reports in Redis.`,
    `16 connections, pools of ${poolSize}; medians of ${rounds} rounds in which the servers take turns of ${seconds} s in changing order, each in a process of its own. The load generator has one too, and was busy at most ${Math.round(busiest(results) * 100)} % of a turn.`,
    figures(results),
    "The peer's CPU a request over the service's, and the service's requests a second over the peer's (medians of the rounds): above 1 the service is better, below 1 the peer.",
    ratios(results),
  ].join('\n\n');

/** The service beside others that do the same. */
export const benchmark: Benchmark = {
  title: 'The service beside its peers',
  run: async ({ short, only = [], log }) => {
    const names = chosen(only);
    const [bin, redisProgram] = [findPostgres(), findRedis()];
    if (!bin || !redisProgram) throw new Error('needs PostgreSQL and Redis');
    buildPeers();
    const size = short ? sizes.short : sizes.long;
    const files = await mkdtemp(join(tmpdir(), 'leitor-peers-'));
    const postgres = await startPostgres(bin, postgresSettings);
    const redis = await startRedis(redisProgram);
    const surroundings = {
      ...{ databaseUrl: postgres.url, redisUrl: redis.url },
      ...{ files, poolSize },
    };
    const servers: MeasuredProcess[] = [];
    try {
      log(`${size.tickets} tickets`);
      await seed(postgres.url, size.tickets);
      await startServers(surroundings, servers);
      return await compare(names, servers, surroundings, postgres.pid, { size, log });
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await redis.stop();
      await postgres.stop();
      await rm(files, { recursive: true });
    }
  },
};
