import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../scripts/servers/local-server.ts';
import { findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { type Benchmark, median, table } from './benchmark.ts';
import { measureProxy } from './cached-ranking/proxy.ts';
import {
  type MeasuredProcess,
  sendRequests,
  startMeasured,
  startService,
} from './measured-process.ts';

const path = '/streaks/ranking/global';

const readers = `
  insert into accounts (email, name) select 'leitora' || n || '@exemplo.com.br', 'Leitora Número ' || n from generate_series(1, 500) n;
  insert into streaks (email, read_days, last_interaction_at, since)
  select 'leitora' || n || '@exemplo.com.br', datemultirange(daterange(current_date - n, current_date)), now(), now()
  from generate_series(1, 500) n`;

/** CPU microseconds per request of each server, by round; servers alternate. */
const compare = async (
  servers: readonly MeasuredProcess[],
  { rounds, requests }: { rounds: number; requests: number },
): Promise<number[][]> => {
  const costs = servers.map((): number[] => []);
  for (const server of servers) await sendRequests(server.url + path, requests * 2);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, server] of servers.entries()) {
      const before = await server.cpu();
      await sendRequests(server.url + path, requests);
      costs[index]?.push(((await server.cpu()) - before) / requests);
    }
  }
  return costs;
};

/** CPU time of a cached response, compared with the cheapest response express can send. */
export const benchmark: Benchmark = {
  title: 'The cached global ranking beside a bare express 5 route',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const directory = await mkdtemp(join(tmpdir(), 'leitor-bench-'));
    const postgres = await startPostgres(bin);
    const running: MeasuredProcess[] = [];
    try {
      const internalPort = await freePort();
      const service = await startService({
        DATABASE_URL: postgres.url,
        INTERNAL_PORT: String(internalPort),
      });
      running.push(service);
      const client = new pg.Client(postgres.url);
      await client.connect();
      await client.query(readers);
      await client.end();
      await fetch(service.url + path);
      const body = Buffer.from(await (await fetch(service.url + path)).arrayBuffer());
      const file = join(directory, 'body.json');
      await writeFile(file, body);
      const bare = await startMeasured('bench/cached-ranking/bare.ts', path, (port) => ({
        args: [file, String(port)],
        env: { NODE_ENV: 'production' },
      }));
      running.push(bare);
      log(`a body of ${body.length} bytes`);
      const size = short ? { rounds: 2, requests: 500 } : { rounds: 25, requests: 4_000 };
      const [ours = [], theirs = []] = await compare([service, bare], size);
      const metricsUrl = `http://127.0.0.1:${internalPort}/metrics`;
      const behindProxy = await measureProxy({ service, metricsUrl, path, ...size });
      const ratios = ours.map((cost, round) => cost / (theirs[round] ?? Number.NaN));
      const row = (name: string, costs: number[]) => [name, `${median(costs).toFixed(1)} µs`];
      return [
        `Each server in a process of its own, ${size.rounds} rounds of ${size.requests} requests that take turns, 16 connections, a body of ${body.length} bytes.`,
        table(
          ['', 'CPU a request, median'],
          [row('bare express 5', theirs), row('cached ranking', ours)],
        ),
        `Ratio: **${median(ratios).toFixed(2)}** (median of the rounds).`,
        behindProxy,
      ].join('\n\n');
    } finally {
      await Promise.all(running.map((server) => server.stop()));
      await postgres.stop();
      await rm(directory, { recursive: true });
    }
  },
};
