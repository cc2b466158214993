import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startPostgres } from '../test/servers/postgres.ts';
import { findRedis, startRedis } from '../test/servers/redis.ts';
import type { Benchmark } from './benchmark.ts';
import { buildFloor, startFloor } from './floor/start.ts';
import { benchSecret, type MeasuredProcess } from './measured-process.ts';
import { cpuMicrosecondsOf } from './peers/cpu-time.ts';
import { createFixtures, openSharedState } from './peers/fixtures.ts';
import type { ScenarioName } from './peers/requests.ts';
import { type Sample, sampleServers } from './peers/samples.ts';
import { seed } from './peers/seed.ts';
import { buildPeers, startLoad, startServers } from './peers/start.ts';
import { figures, ratios } from './peers/tables.ts';

const poolSize = 16;
const scenarios: readonly ScenarioName[] = ['list-tags', 'global-ranking'];
const names = ['leitor', 'fastify + pg', 'go (net/http + pgx)'];

/** The service and Fastify beside Go: how far Node itself is from the limit. */
export const benchmark: Benchmark = {
  title: 'The floor: the same requests in Go',
  run: async ({ short, log }) => {
    const [bin, redisProgram] = [findPostgres(), findRedis()];
    if (!bin || !redisProgram) throw new Error('needs PostgreSQL and Redis');
    buildPeers();
    buildFloor();
    const size = short ? { rounds: 2, seconds: 0.1 } : { rounds: 7, seconds: 2 };
    const files = await mkdtemp(join(tmpdir(), 'leitor-floor-'));
    const postgres = await startPostgres(bin, { shared_buffers: '1GB', jit: 'off' });
    const redis = await startRedis(redisProgram);
    const shared = { databaseUrl: postgres.url, redisUrl: redis.url, files, poolSize };
    const servers: MeasuredProcess[] = [];
    try {
      await seed(postgres.url, { tickets: 1_000, short });
      await startServers(shared, servers, ['fastify + pg']);
      const env = { DATABASE_URL: postgres.url, AUTH_JWT_SECRET: benchSecret };
      servers.push(await startFloor(env));
      const load = startLoad();
      const sharedState = await openSharedState(shared);
      const results = new Map<ScenarioName, Sample[][]>();
      try {
        const fixtures = await createFixtures(servers.length, benchSecret, 0);
        const databaseCpu = async () => (await cpuMicrosecondsOf(postgres.pid)) ?? Number.NaN;
        for (const name of scenarios) {
          log(name);
          const setup = { servers, fixtures, load, sharedState, databaseCpu };
          results.set(name, await sampleServers(name, setup, size));
        }
      } finally {
        await load.stop();
        await sharedState.close();
      }
      return [
        `A reference, not a peer: Go's net/http and pgx without validation, limits, metrics or ids, on the same database and with the same load; medians of ${size.rounds} rounds of ${size.seconds} s that alternate. Go uses every core, so CPU a request is the figure to compare.`,
        figures(results, names),
        ratios(results, names),
      ].join('\n\n');
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await redis.stop();
      await postgres.stop();
      await rm(files, { recursive: true });
    }
  },
};
