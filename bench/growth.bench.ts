import { sql } from 'kysely';
import { type Database, type Db, openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import { selectGlobalRanking } from '../db/rankings/global-ranking.ts';
import { findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../scripts/tokens/issue-token.ts';
import { type Benchmark, ignoreIdleErrors, median, table } from './benchmark.ts';
import { benchSecret, startService } from './measured-process.ts';

// 05:00 in São Paulo, when the ranking is computed. One second earlier the seven-day window starts
// late in a day, so most of that day's entries are read and skipped: the worst case.
const dawn = new Date('2026-03-10T08:00:00Z');
const justBefore = new Date('2026-03-10T07:59:59Z');

/** Adds readers: 70 % active in the last seven days, 30 % with longer streaks, stale since. */
const addReaders = async (db: Db, readers: number): Promise<void> => {
  await sql`
    insert into accounts (email, name)
    select 'leitor' || n || '@exemplo.com.br', 'Leitor ' || n
    from generate_series(1, ${readers}::integer) n
  `.execute(db);
  await sql`
    insert into streaks (email, read_days, last_interaction_at, since)
    select 'leitor' || n || '@exemplo.com.br',
      datemultirange(
        daterange(day - 400 - dice % 7, day - 390), daterange(day - length, day + 1)
      ),
      at, ${dawn}::timestamptz - dice % 1000 * interval '1 hour'
    from (
      select n, dice,
        case when n % 10 < 3 then 150 + dice / 7 % 150 else dice / 11 % 150 end as length,
        ${dawn}::timestamptz - interval '1 second' *
          case when n % 10 < 3 then 604801 + dice % 5184000 else dice % 604800 end as at
      from (
        select n, hashint4(n) & 2147483647 as dice
        from generate_series(1, ${readers}::integer) n
      ) numbers
    ) readers, lateral (select (at at time zone 'America/Sao_Paulo')::date as day) days
    order by dice
  `.execute(db);
  await sql`vacuum (analyze) accounts`.execute(db);
  await sql`vacuum (analyze) streaks`.execute(db);
};

const addGroup = async (db: Db, members: number): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into groups (name, is_public, owner_email)
    values ('Leitores', true, 'dona@exemplo.com.br') returning id
  `.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`
    insert into group_members (group_id, email)
    select ${id}::uuid, 'leitor' || n || '@exemplo.com.br'
    from generate_series(1, ${members}::integer) n order by hashint4(n)
  `.execute(db);
  await sql`vacuum (analyze) group_members`.execute(db);
  return id;
};

/** A size, with its own database so that sizes can alternate. */
interface Population {
  readers: number;
  url: string;
  database: Database;
}

const populate = async (server: string, readers: number): Promise<Population> => {
  const admin = await openDatabase({ url: server, poolSize: 1 }, ignoreIdleErrors);
  const name = `readers_${readers}`;
  await sql`create database ${sql.id(name)}`.execute(admin.db);
  await admin.close();
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = await openDatabase({ url, poolSize: 1 }, ignoreIdleErrors);
  await migrate(database.db);
  await sql`set statement_timeout = 0`.execute(database.db);
  await addReaders(database.db, readers);
  return { readers, url, database };
};

/** Median milliseconds of the uncached global ranking by size, alternating. */
const measureGlobal = async (
  populations: readonly Population[],
  now: Date,
  runs: number,
): Promise<number[]> => {
  const times = populations.map((): number[] => []);
  for (let run = -10; run < runs; run += 1) {
    for (const [index, { database }] of populations.entries()) {
      const started = performance.now();
      await selectGlobalRanking(database.db, now, { withNames: true });
      if (run >= 0) times[index]?.push(performance.now() - started);
    }
  }
  return times.map(median);
};

/** Median milliseconds of a group's ranking over HTTP, one request after another. */
const measureGroup = async ({ url, database }: Population, members: number, runs: number) => {
  const path = `/streaks/groups/${await addGroup(database.db, members)}/ranking`;
  const service = await startService({ DATABASE_URL: url });
  try {
    const person = { email: 'dona@exemplo.com.br', role: 'reader' } as const;
    const expiresAt = new Date(Date.now() + 3_600_000);
    const headers = {
      authorization: `Bearer ${await signToken(benchSecret, person, { expiresAt })}`,
    };
    const times: number[] = [];
    for (let run = -10; run < runs; run += 1) {
      const started = performance.now();
      const response = await fetch(service.url + path, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`status ${response.status}`);
      if (run >= 0) times.push(performance.now() - started);
    }
    return median(times);
  } finally {
    await service.stop();
  }
};

/** Rankings with one and five million readers. */
export const benchmark: Benchmark = {
  title: 'Growth: rankings of millions of readers',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const [sizes, runs] = short ? [[2_000, 5_000], 50] : [[1_000_000, 5_000_000], 300];
    const postgres = await startPostgres(bin, {
      shared_buffers: '2GB',
      max_wal_size: '16GB',
      // Vacuum marks pages all-visible only once their commits are on disk.
      synchronous_commit: 'on',
    });
    const populations: Population[] = [];
    try {
      for (const size of sizes) {
        populations.push(await populate(postgres.url, size));
        log(`${size} readers`);
      }
      const group: number[] = [];
      for (const population of populations) group.push(await measureGroup(population, 1_000, runs));
      const row = (name: string, times: readonly number[]) => [
        name,
        ...times.map((ms) => `${ms.toFixed(2)} ms`),
        `${((times[1] ?? 0) / (times[0] ?? 1)).toFixed(2)}×`,
      ];
      return [
        `PostgreSQL with 2 GB of buffers; medians of ${runs}, one at a time. 30 % of the readers have longer streaks than all others, and stopped 7 to 67 days ago. The global ranking is a round trip of the uncached query with names, the group's a request over HTTP.`,
        table(
          ['', ...sizes.map((size) => `${size.toLocaleString('en')} readers`), 'growth'],
          [
            row('global ranking at 05:00:00', await measureGlobal(populations, dawn, runs)),
            row('global ranking at 04:59:59', await measureGlobal(populations, justBefore, runs)),
            row('ranking of a group of 1 000', group),
          ],
        ),
      ].join('\n\n');
    } finally {
      await Promise.all(populations.map(({ database }) => database.close()));
      await postgres.stop();
    }
  },
};
