import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { durable, findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../server/auth/tokens.ts';
import { type Benchmark, median, table } from './benchmark.ts';
import { type CpuLimit, limitCpu } from './cpu-limit.ts';
import {
  benchSecret,
  type MeasuredProcess,
  sendRequests,
  startService,
} from './measured-process.ts';

const share = 0.25;
const counts = [1, 2];

const rows = `
  insert into accounts (email, name) select 'leitora' || n || '@exemplo.com.br', 'Leitora Número ' || n from generate_series(1, 500) n;
  insert into streaks (email, read_days, last_interaction_at, since)
  select 'leitora' || n || '@exemplo.com.br', datemultirange(daterange(current_date - n, current_date)), now(), now()
  from generate_series(1, 500) n;
  insert into tags (name, color) select 'Etiqueta ' || n, '#1D4ED8' from generate_series(1, 30) n`;

const reads = [
  { name: 'global ranking, cached', path: '/streaks/ranking/global' },
  { name: 'list of 30 tags', path: '/support/tags' },
  {
    name: 'report of 31 days, cached',
    path: '/support/relatorios/serie-temporal?data_inicio=2026-01-01&data_fim=2026-01-31',
  },
];

/** The processes that serve: those that the primary process started, or the only one. */
const servingPids = async (pid: number, count: number): Promise<number[]> => {
  if (count === 1) return [pid];
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
};

/** Responses a second of each number of processes, by round; they take turns. */
const compare = async (
  services: readonly MeasuredProcess[],
  path: string,
  authorization: string,
  { rounds, requests }: { rounds: number; requests: number },
): Promise<number[][]> => {
  const rates = services.map((): number[] => []);
  const load = { connections: 64, headers: () => ({ authorization }) };
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, service] of services.entries()) {
      const started = performance.now();
      await sendRequests(service.url + path, requests, load);
      const seconds = (performance.now() - started) / 1_000;
      // The first round warms up.
      if (round > 0) rates[index]?.push(requests / seconds);
    }
  }
  return rates;
};

/** Starts the service with a number of processes, each with its share of a processor. */
const startProcesses = async (
  count: number,
  databaseUrl: string,
  limit: CpuLimit | undefined,
): Promise<MeasuredProcess> => {
  const service = await startService({ DATABASE_URL: databaseUrl, PROCESSES: String(count) });
  for (const pid of await servingPids(service.pid, count)) await limit?.add(pid);
  return service;
};

/** What a second process adds where PostgreSQL, the load generator and the machine are not the limit. */
export const benchmark: Benchmark = {
  title: 'From one process to two',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const size = short ? { rounds: 1, requests: 500 } : { rounds: 11, requests: 6_000 };
    const limit = await limitCpu(share);
    const postgres = await startPostgres(bin, durable);
    const services: MeasuredProcess[] = [];
    try {
      for (const count of counts) services.push(await startProcesses(count, postgres.url, limit));
      const client = new pg.Client(postgres.url);
      await client.connect();
      await client.query(rows);
      await client.end();
      const person = { email: 'agente@exemplo.com.br', role: 'agent' } as const;
      const expiresAt = new Date(Date.now() + 3_600_000);
      const authorization = `Bearer ${await signToken(benchSecret, person, { expiresAt })}`;
      const lines: string[][] = [];
      for (const { name, path } of reads) {
        log(name);
        const [one = [], two = []] = await compare(services, path, authorization, size);
        const ratios = two.map((rate, round) => rate / (one[round] ?? Number.NaN));
        const shown = [median(one), median(two)].map((rate) =>
          Math.round(rate).toLocaleString('en'),
        );
        lines.push([name, ...shown, `${median(ratios).toFixed(2)}×`]);
      }
      return [
        `\`PROCESSES\` 1 and 2 on one PostgreSQL, by turns, 64 connections, medians of ${size.rounds} rounds of ${size.requests} requests. ${
          limit
            ? `Control groups give each serving process ${share * 100} % of a processor, so that PostgreSQL and the load generator find room on the rest of the machine.`
            : 'All share the machine: the processes could not be limited to a part of a processor.'
        }`,
        table(['requests/s', '1 process', '2 processes', 'ratio'], lines),
      ].join('\n\n');
    } finally {
      await Promise.all(services.map((service) => service.stop()));
      await limit?.remove();
      await postgres.stop();
    }
  },
};
