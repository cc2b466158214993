import { findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { findRedis, startRedis } from '../scripts/servers/redis.ts';
import { type Benchmark, percentile, table } from './benchmark.ts';
import { sendRequests, startService } from './measured-process.ts';

const path = '/streaks/ranking/global';

/** Sends requests over 16 connections for `seconds`; all must return 200. */
const askFor = async (url: string, seconds: number): Promise<number[]> => {
  const until = performance.now() + seconds * 1_000;
  const milliseconds: number[] = [];
  while (performance.now() < until) {
    milliseconds.push(...(await sendRequests(url, 64)).milliseconds);
  }
  return milliseconds;
};

/** Latency of the cached ranking while Redis freezes and dies. */
export const benchmark: Benchmark = {
  title: 'The cached global ranking while Redis freezes and dies',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    const program = findRedis();
    if (!bin || !program) throw new Error('needs PostgreSQL and Redis');
    const postgres = await startPostgres(bin);
    const redis = await startRedis(program);
    const { pid } = redis;
    if (pid === undefined) throw new Error('Redis has no process');
    const service = await startService({ DATABASE_URL: postgres.url, REDIS_URL: redis.url });
    const seconds = short ? 1 : 20;
    try {
      await askFor(service.url + path, 2);
      const rows: string[][] = [];
      const phases: [string, () => unknown][] = [
        ['answers', () => undefined],
        ['is frozen', () => process.kill(pid, 'SIGSTOP')],
        ['is dead', () => process.kill(pid, 'SIGKILL')],
      ];
      let normal = Number.NaN;
      for (const [name, happen] of phases) {
        happen();
        const milliseconds = await askFor(service.url + path, seconds);
        const p99 = percentile(milliseconds, 0.99);
        if (Number.isNaN(normal)) normal = p99;
        const figures = [
          percentile(milliseconds, 0.5),
          p99,
          p99 - normal,
          percentile(milliseconds, 1),
        ];
        rows.push([name, String(milliseconds.length), ...figures.map((ms) => ms.toFixed(1))]);
        log(rows.at(-1)?.join(' ') ?? '');
      }
      return [
        `Sixteen connections for ${seconds} s while each state lasts; every request was answered with 200. Milliseconds.`,
        table(['Redis', 'requests', 'p50', 'p99', 'added to p99', 'slowest'], rows),
      ].join('\n\n');
    } finally {
      await service.stop();
      await redis.stop();
      await postgres.stop();
    }
  },
};
