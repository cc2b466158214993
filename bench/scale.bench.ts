import { readFile } from 'node:fs/promises';
import { createTRPCClient, httpLink } from '@trpc/client';
import { withClient } from '../db/connection/session-settings.ts';
import { freePort } from '../scripts/servers/local-server.ts';
import { findPostgres, runStatement, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../scripts/tokens/issue-token.ts';
import type { InternalRouter } from '../server/internal-router.ts';
import { type Benchmark, percentile, table } from './benchmark.ts';
import { fillScale } from './fill-scale.ts';
import { benchSecret, startService } from './measured-process.ts';
import { type Screen, screensOf } from './scale/screens.ts';

interface Size {
  url: string;
  tickets: number;
  readers: number;
}

/** The times of a screen in milliseconds: the first call after the service's start, then the others. */
interface Times {
  first: number;
  others: number[];
  /** The mean CPU of the service and of PostgreSQL, which a busy machine changes little. */
  cpu: number;
}

const timeOf = async (screen: Screen, n: number): Promise<number> => {
  const started = performance.now();
  await screen.call(n);
  return performance.now() - started;
};

const tickMs = 10;

/** CPU milliseconds of each of the database's connections, without parallel workers. */
const databaseCpu = (url: string): Promise<Map<number, number>> =>
  withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    );
    const used = new Map<number, number>();
    for (const { pid } of rows) {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13);
      used.set(pid, (Number(user ?? 0) + Number(system ?? 0)) * tickMs);
    }
    return used;
  });

/** Connections that ended meanwhile are left out. */
const since = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0);

const groupsOf = (url: string): Promise<Map<number, string>> =>
  withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ id: string; members: string }>(
      `select id, split_part(name, ' ', 3) as members from groups where name like 'Grupo de %'`,
    );
    return new Map(rows.map(({ id, members }) => [Number(members), id]));
  });

const measure = async (
  { url }: Size,
  calls: number,
  only: readonly string[],
  log: (line: string) => void,
): Promise<Map<string, Times>> => {
  const internal = await freePort();
  const service = await startService({ DATABASE_URL: url, INTERNAL_PORT: String(internal) });
  try {
    const token = await signToken(
      benchSecret,
      { role: 'admin', email: 'ana@leitor.example' },
      { expiresAt: new Date(Date.now() + 86_400_000) },
    );
    const headers = { authorization: `Bearer ${token}` };
    const client = createTRPCClient<InternalRouter>({
      links: [httpLink({ url: `http://127.0.0.1:${internal}/trpc`, headers })],
    });
    const groups = await groupsOf(url);
    const fetchRanking = async (members: number): Promise<void> => {
      const path = `/streaks/groups/${groups.get(members)}/ranking`;
      const response = await fetch(service.url + path, { headers });
      if (!response.ok) throw new Error(`status ${response.status}`);
      await response.arrayBuffer();
    };
    const times = new Map<string, Times>();
    for (const screen of screensOf({ client, groups, fetchRanking })) {
      if (only.length > 0 && !only.some((part) => screen.name.includes(part))) continue;
      const first = await timeOf(screen, 0);
      const [own, database] = [await service.cpu(), await databaseCpu(url)];
      const others: number[] = [];
      for (let n = 1; n <= calls; n += 1) others.push(await timeOf(screen, n));
      const used = ((await service.cpu()) - own) / 1_000 + since(database, await databaseCpu(url));
      const measured = { first, others, cpu: used / calls };
      times.set(screen.name, measured);
      log(`${screen.name}: ${cellOf(measured)}`);
    }
    return times;
  } finally {
    await service.stop();
  }
};

const rounded = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);

const cellOf = (times: Times | undefined): string => {
  if (!times) return '';
  const [p50, p95] = [0.5, 0.95].map((p) => rounded(percentile(times.others, p)));
  return `${p50}/${p95} (${rounded(times.first)}); ${rounded(times.cpu)}`;
};

const titleOf = ({ tickets, readers }: Size): string =>
  `${tickets / 1e6} M tickets, ${readers / 1e6} M readers`;

/** `SCALE_DATABASES=URL,URL` measures databases that a former run filled; they stay. */
const keptSizes = (sizes: readonly Omit<Size, 'url'>[]): Size[] =>
  (process.env.SCALE_DATABASES?.split(',') ?? []).flatMap((url, n) => {
    const size = sizes[n];
    return size ? [{ ...size, url }] : [];
  });

const fillSizes = async (
  server: string,
  sizes: readonly Omit<Size, 'url'>[],
  log: (line: string) => void,
): Promise<Size[]> => {
  const filled: Size[] = [];
  for (const size of sizes) {
    const name = `scale_${size.tickets}`;
    await runStatement(server, `create database ${name}`);
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    await fillScale(url, { ...size, log });
    filled.push({ ...size, url });
  }
  return filled;
};

/** The console's screens at one and five million tickets. */
export const benchmark: Benchmark = {
  title: 'Screens',
  document: 'docs/scale.md',
  run: async ({ short, only = [], log }) => {
    const [sizes, calls] = short
      ? [[{ tickets: 2_000, readers: 2_000 }], 3]
      : [
          [
            { tickets: 1_000_000, readers: 2_000_000 },
            { tickets: 5_000_000, readers: 5_000_000 },
          ],
          30,
        ];
    const kept = keptSizes(sizes);
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const server = kept.length > 0 ? undefined : await startPostgres(bin, settings);
    try {
      const filled = server ? await fillSizes(server.url, sizes, log) : kept;
      const measured: Map<string, Times>[] = [];
      for (const size of filled) measured.push(await measure(size, calls, only, log));
      const names = [...(measured[0]?.keys() ?? [])];
      return [
        `Milliseconds over loopback: p50/p95 of ${calls} different calls, one at a time (the first after the service's start); CPU of a call. PostgreSQL with 2 GB of buffers. Three messages a ticket, over four years; half of the tickets are settled. Reports are not cached; a cached one takes 3.`,
        table(
          ['', ...filled.map(titleOf)],
          names.map((name) => [name, ...measured.map((times) => cellOf(times.get(name)))]),
        ),
      ].join('\n\n');
    } finally {
      await server?.stop();
    }
  },
};

const settings = {
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  maintenance_work_mem: '1GB',
  random_page_cost: '1.1',
};
