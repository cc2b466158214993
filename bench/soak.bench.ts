import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { durable, findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { findRedis, startRedis } from '../scripts/servers/redis.ts';
import { type Benchmark, median, percentile, table } from './benchmark.ts';
import { benchSecret, type MeasuredProcess } from './measured-process.ts';
import { createFixtures, openSharedState, uploadFirst } from './peers/fixtures.ts';
import { type ScenarioName, scenarios } from './peers/requests.ts';
import { seed } from './peers/seed.ts';
import { send } from './peers/send.ts';
import { startServers } from './peers/start.ts';

const poolSize = 16;
const perSecond = 100;
/** How much more the last third may hold than the one before it. */
const tolerated = 1.1;

/**
 * Requests in turn; of the reports every twentieth is not cached, and a file is uploaded each
 * second.
 */
const mix = (n: number): ScenarioName => {
  if (n % perSecond === 99) return 'upload';
  if (n % 20 === 19) return 'uncached-report';
  const usual: ScenarioName[] = [
    'list-tags',
    'global-ranking',
    'quiz-fetch',
    'quiz-submit',
    'cached-report',
    'list-tags',
    'global-ranking',
    'create-tag',
    'group-ranking',
    'download',
  ] as const;
  return usual[n % usual.length] ?? 'list-tags';
};

/** What one process holds, just started and under a steady load. */
export const benchmark: Benchmark = {
  title: 'Memory under a steady load',
  run: async ({ short, log }) => {
    const [bin, redisProgram] = [findPostgres(), findRedis()];
    if (!bin || !redisProgram) throw new Error('needs PostgreSQL and Redis');
    const [minutes, minuteMs, idleMs] = short ? [3, 3_000, 1_000] : [10, 60_000, 15_000];
    const files = await mkdtemp(join(tmpdir(), 'leitor-soak-'));
    const postgres = await startPostgres(bin, { ...durable, jit: 'off' });
    const redis = await startRedis(redisProgram);
    const shared = { databaseUrl: postgres.url, redisUrl: redis.url, files, poolSize };
    const servers: MeasuredProcess[] = [];
    const state = await openSharedState(shared);
    try {
      await seed(postgres.url, { tickets: short ? 1_000 : 200_000, short: true });
      await startServers(shared, servers, []);
      const [service] = servers;
      if (!service) throw new Error('no service');
      await pause(idleMs);
      const megabytes = async () => (await service.rss()) / 1_024;
      const idle = await megabytes();
      log(`idle: ${idle.toFixed(0)} MB`);
      const attachmentId = await uploadFirst(servers, benchSecret);
      const [fixture] = await createFixtures(1, benchSecret, attachmentId);
      if (!fixture) throw new Error('no fixture');
      const pool = new Pool(service.url, { connections: 64, pipelining: 1 });
      const curve: number[][] = [];
      let [sent, failed] = [0, 0];
      for (let minute = 0; minute < minutes; minute += 1) {
        // Else lists would grow with the tags that the load creates.
        for (const name of ['create-tag', 'upload'] as const) await state.reset(scenarios[name]);
        const began = performance.now();
        const held: number[] = [];
        const inFlight: Promise<void>[] = [];
        while (performance.now() - began < minuteMs) {
          const due = ((performance.now() - began) / 1_000) * perSecond;
          for (; inFlight.length < due; sent += 1) {
            const { request, status } = scenarios[mix(sent)];
            inFlight.push(
              send(pool, request(fixture, sent), status).catch(() => {
                failed += 1;
              }),
            );
          }
          if (inFlight.length % perSecond === 0) held.push(await megabytes());
          await pause(5);
        }
        await Promise.all(inFlight);
        curve.push(held);
        log(
          `minute ${minute + 1}: ${median(held).toFixed(0)} MB, at most ${Math.max(...held).toFixed(0)}`,
        );
      }
      await pool.destroy();
      const third = Math.floor(minutes / 3);
      const before = median(curve.slice(-2 * third, -third).flat());
      const last = median(curve.slice(-third).flat());
      const grows = !short && last > before * tolerated;
      if (grows) process.exitCode = 1;
      const minutesHead = curve.map((_, minute) => `minute ${minute + 1}`);
      const rowOf = (name: string, of: (held: number[]) => number) => [
        name,
        ...curve.map((held) => of(held).toFixed(0)),
      ];
      return [
        `One process as the image starts it, PostgreSQL and Redis, ${perSecond} mixed requests a second (each of the peers' ten, an upload of 1 MB a second). Resident megabytes: **${idle.toFixed(0)}** ${idleMs / 1_000} s after the start, and each minute under load; ${failed} of ${sent} requests failed.`,
        table(
          ['MB', ...minutesHead],
          [rowOf('median', median), rowOf('p95', (held) => percentile(held, 0.95))],
        ),
        `The last third holds ${(last / before).toFixed(2)} times as much as the one before${grows ? ': **it grows**' : ''}.`,
      ].join('\n\n');
    } finally {
      for (const server of servers) await server.stop();
      await state.close();
      await redis.stop();
      await postgres.stop();
      await rm(files, { recursive: true });
    }
  },
};
