import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { durable, findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { findRedis, startRedis } from '../scripts/servers/redis.ts';
import type { Benchmark } from './benchmark.ts';
import { benchSecret, type MeasuredProcess } from './measured-process.ts';
import { checkResponses } from './peers/check.ts';
import { cpuMicrosecondsOf } from './peers/cpu-time.ts';
import { measureFixedCost } from './peers/fixed-cost.ts';
import { createFixtures, openSharedState, uploadFirst } from './peers/fixtures.ts';
import { fileBytes, type ScenarioName, scenarioNames } from './peers/requests.ts';
import { type Sample, type SamplingSetup, sampleServers } from './peers/samples.ts';
import { seed } from './peers/seed.ts';
import { buildPeers, type SharedServices, startLoad, startServers } from './peers/start.ts';
import { busiest, figures, ratios } from './peers/tables.ts';

const poolSize = 16;

const postgresSettings = {
  ...durable,
  shared_buffers: '2GB',
  maintenance_work_mem: '1GB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
  autovacuum: 'off',
  // The service turns JIT off for its connections; it would slow the peers down.
  jit: 'off',
};

const sizes = {
  short: { tickets: 5_000, rounds: 1, seconds: 0.08 },
  long: { tickets: 2_000_000, rounds: 5, seconds: 2 },
};
type Size = (typeof sizes)['short'];

const chosen = (only: readonly string[]): ScenarioName[] => {
  const unknown = only.filter((name) => !scenarioNames.some((scenario) => scenario === name));
  if (unknown.length > 0) {
    throw new Error(`no such part: ${unknown.join(', ')} (there are: ${scenarioNames.join(', ')})`);
  }
  return scenarioNames.filter((scenario) => only.length === 0 || only.includes(scenario));
};

type Options = Parameters<Benchmark['run']>[0];

/** Checks that all servers behave alike, then measures the scenarios. */
const compare = async (
  names: readonly ScenarioName[],
  servers: readonly MeasuredProcess[],
  sharedServices: SharedServices,
  databasePid: number | undefined,
  { size, log }: { size: Size } & Pick<Options, 'log'>,
): Promise<string> => {
  const attachmentId = await uploadFirst(servers, benchSecret);
  const fixtures = await createFixtures(servers.length, benchSecret, attachmentId);
  const sharedState = await openSharedState(sharedServices);
  const load = startLoad();
  try {
    await checkResponses(scenarioNames, servers, fixtures, sharedState);
    log(`the same responses to ${scenarioNames.length} requests`);
    const field: SamplingSetup = {
      servers,
      fixtures,
      load,
      sharedState,
      databaseCpu: async () => (await cpuMicrosecondsOf(databasePid)) ?? Number.NaN,
    };
    const results = new Map<ScenarioName, Sample[][]>();
    for (const name of names) {
      log(name);
      results.set(name, await sampleServers(name, field, size));
    }
    const [service] = servers;
    const fixedCost =
      service && results.has('global-ranking')
        ? await measureFixedCost(service, sharedServices, field, size)
        : '';
    return sectionOf(results, fixedCost, size);
  } finally {
    await load.stop();
    await sharedState.close();
  }
};

const sectionOf = (
  results: ReadonlyMap<ScenarioName, Sample[][]>,
  fixedCost: string,
  { tickets, rounds, seconds }: Size,
): string =>
  [
    `The service in production settings beside the same endpoints on the same database, Redis and folder: by hand on Fastify 5 with \`pg\`, and on NestJS with TypeORM. The peers neither log, count nor set security headers, but those of a download; all write the same audit row. Before anything is measured, all must send the same responses to the ${scenarioNames.length} requests, and write the same rows.`,
    `${tickets.toLocaleString('en')} tickets, which the peers count through a covering index; 20 000 readers with 200 credited days; PostgreSQL with fsync and synchronous commits; files of ${fileBytes.toLocaleString('en')} bytes, flushed before they are acknowledged; a row, which the quotas count, before the first byte of each, so that a crash leaves no unknown file. Downloads are cut off if nobody reads them. All verify a token with jose once in three minutes, and keep the global ranking in the process and reports in Redis.`,
    `16 connections, pools of ${poolSize}; medians of ${rounds} rounds in which the servers take samples of ${seconds} s in changing order, each in a process of its own. The load generator has one too, and was busy at most ${Math.round(busiest(results) * 100)} % of a sample.`,
    figures(results),
    "The peer's CPU a request over the service's, and the service's requests a second over the peer's (medians of the rounds): above 1 the service is better, below 1 the peer.",
    ratios(results),
    fixedCost,
  ].join('\n\n');

/** The service compared with other implementations of the same endpoints. */
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
    const sharedServices = {
      databaseUrl: postgres.url,
      redisUrl: redis.url,
      files,
      poolSize,
    };
    const servers: MeasuredProcess[] = [];
    try {
      log(`${size.tickets} tickets`);
      await seed(postgres.url, { tickets: size.tickets, short });
      await startServers(sharedServices, servers);
      return await compare(names, servers, sharedServices, postgres.pid, { size, log });
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await redis.stop();
      await postgres.stop();
      await rm(files, { recursive: true });
    }
  },
};
