import { sql } from 'kysely';
import { type Database, type Db, openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import { selectGlobalRanking } from '../db/rankings/rankings.ts';
import { findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../server/auth/tokens.ts';
import { type Benchmark, median, percentile, table } from './benchmark.ts';
import { benchSecret, sendRequests, startService } from './measured-process.ts';

// 05:00 in São Paulo, when the ranking is computed. One second earlier the seven-day window starts late in a day, so most of
// that day's entries are read and skipped: the worst case.
const dawn = new Date('2026-03-10T08:00:00Z');
const justBefore = new Date('2026-03-10T07:59:59Z');

/** Adds readers: 70 % active in the last seven days, 30 % with longer streaks than all of those, stale for up to 60 days. */
const addReaders = async (db: Db, readers: number): Promise<void> => {
  await sql`
    insert into accounts (email, name)
    select 'leitor' || n || '@exemplo.com.br', 'Leitor ' || n from generate_series(1, ${readers}::integer) n
  `.execute(db);
  await sql`
    insert into streaks (email, read_days, last_interaction_at, since)
    select 'leitor' || n || '@exemplo.com.br',
      datemultirange(daterange(day - 400 - dice % 7, day - 390), daterange(day - length, day + 1)),
      at, ${dawn}::timestamptz - dice % 1000 * interval '1 hour'
    from (
      select n, dice, case when n % 10 < 3 then 150 + dice / 7 % 150 else dice / 11 % 150 end as length,
        ${dawn}::timestamptz - case when n % 10 < 3 then 604801 + dice % 5184000 else dice % 604800 end * interval '1 second' as at
      from (select n, hashint4(n) & 2147483647 as dice from generate_series(1, ${readers}::integer) n) numbers
    ) readers, lateral (select (at at time zone 'America/Sao_Paulo')::date as day) days
    order by dice
  `.execute(db);
  await sql`vacuum (analyze) accounts`.execute(db);
  await sql`vacuum (analyze) streaks`.execute(db);
};

/** Entries of the ranking's index read so far. */
const rowsRead = async (db: Db): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: string }>`
    select idx_tup_read as read from pg_stat_user_indexes where indexrelname = 'streaks_ranking_idx'
  `.execute(db);
  return Number(rows[0]?.read);
};

/** A size, with its own database so that sizes can alternate. */
interface Population {
  readers: number;
  url: string;
  database: Database;
}

const populate = async (server: string, readers: number): Promise<Population> => {
  const admin = await openDatabase({ url: server, poolSize: 1 }, () => undefined);
  const name = `readers_${readers}`;
  await sql`create database ${sql.id(name)}`.execute(admin.db);
  await admin.close();
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = await openDatabase({ url, poolSize: 1 }, () => undefined);
  await migrate(database.db);
  await sql`set statement_timeout = 0`.execute(database.db);
  await addReaders(database.db, readers);
  return { readers, url, database };
};

/** Milliseconds of the uncached global ranking by size, alternating, and index entries read per run. */
const measureGlobal = async (populations: readonly Population[], now: Date, runs: number) => {
  const form = { withNames: true };
  const results = populations.map(({ database: { db } }) => ({ db, ms: [] as number[], read: 0 }));
  for (const { db } of results) {
    for (let run = 0; run < 10; run += 1) await selectGlobalRanking(db, now, form);
  }
  for (const result of results) result.read = -(await rowsRead(result.db));
  for (let run = 0; run < runs; run += 1) {
    for (const { db, ms } of results) {
      const started = performance.now();
      await selectGlobalRanking(db, now, form);
      ms.push(performance.now() - started);
    }
  }
  for (const result of results) result.read += await rowsRead(result.db);
  return results.map(({ ms, read }) => ({ ms: median(ms), entries: read / runs }));
};

const addGroup = async (db: Db, name: string, members: number): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into groups (name, is_public, owner_email) values (${name}, true, 'dona@exemplo.com.br') returning id
  `.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`
    insert into group_members (group_id, email)
    select ${id}::uuid, 'leitor' || n * 7 || '@exemplo.com.br' from generate_series(1, ${members}::integer) n
    order by hashint4(n)
  `.execute(db);
  await sql`vacuum (analyze) group_members`.execute(db);
  return id;
};

/** Group rankings over HTTP: one request after another, then four at once. */
const measureGroups = async (
  { url: databaseUrl, database }: Population,
  sizes: readonly number[],
) => {
  const service = await startService({ DATABASE_URL: databaseUrl, MEASURE_TURNS: '1' });
  try {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const token = await signToken(
      benchSecret,
      { email: 'dona@exemplo.com.br', role: 'reader' },
      { expiresAt },
    );
    const headers = { authorization: `Bearer ${token}` };
    const rows: string[][] = [];
    for (const size of sizes) {
      const url = `${service.url}/streaks/groups/${await addGroup(database.db, `${size}`, size)}/ranking`;
      await sendRequests(url, 2, { connections: 1, headers: () => headers });
      await service.longestTurn();
      const alone = await sendRequests(url, 7, { connections: 1, headers: () => headers });
      const together = await sendRequests(url, 8, { connections: 4, headers: () => headers });
      const longestTurn = await service.longestTurn();
      rows.push([
        size.toLocaleString('en'),
        `${(alone.bytes / 7 / 1e6).toFixed(2)} MB`,
        `${median(alone.milliseconds).toFixed(0)} ms`,
        `${percentile(together.milliseconds, 1).toFixed(0)} ms`,
        `${longestTurn.toFixed(0)} ms`,
        `${((await service.maxRss()) / 1024).toFixed(0)} MiB`,
      ]);
    }
    return rows;
  } finally {
    await service.stop();
  }
};

/** Ranking queries with one and five million readers. */
export const benchmark: Benchmark = {
  title: 'Rankings of millions of readers',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const sizes = short ? [2_000, 5_000] : [1_000_000, 5_000_000];
    const postgres = await startPostgres(bin, {
      shared_buffers: '2GB',
      max_wal_size: '16GB',
      // Vacuum marks pages all-visible only once their commits are on disk.
      synchronous_commit: 'on',
    });
    const populations: Population[] = [];
    try {
      for (const size of sizes) {
        const started = performance.now();
        populations.push(await populate(postgres.url, size));
        log(`${size} readers after ${((performance.now() - started) / 1_000).toFixed(0)} s`);
      }
      const runs = short ? 50 : 300;
      const atDawn = await measureGlobal(populations, dawn, runs);
      const before = await measureGlobal(populations, justBefore, runs);
      const biggest = populations.at(-1);
      if (!biggest) throw new Error('no readers');
      const groups = await measureGroups(biggest, short ? [1_000] : [100, 10_000, 100_000]);
      const row = (name: string, at: typeof atDawn) => {
        const [small, big] = at.map(({ ms }) => ms) as [number, number];
        return [
          name,
          ...at.flatMap(({ ms, entries }) => [`${ms.toFixed(2)} ms`, entries.toFixed(0)]),
          `${(big / small).toFixed(2)}×`,
        ];
      };
      const heads = sizes.flatMap((size) => [`${size.toLocaleString('en')} readers`, 'entries']);
      return [
        `PostgreSQL with 2 GB of buffers. 30 % of the readers have longer streaks than all others, and stopped 7 to 67 days ago. The global ranking uncached: a round trip of the whole query with names, median of ${runs}, both sizes in turns, and how many entries of its index one run reads.`,
        table(['made at', ...heads, 'growth'], [row('05:00:00', atDawn), row('04:59:59', before)]),
        `Rankings of groups among ${biggest.readers.toLocaleString('en')} readers, over HTTP, the service in a process of its own: median of seven requests one after the other, the slowest of eight with four at once, CPU time of the longest turn of the event loop meanwhile, and the most memory the process held until then.`,
        table(['members', 'body', 'alone', 'four at once', 'longest turn', 'memory'], groups),
      ].join('\n\n');
    } finally {
      await Promise.all(populations.map(({ database }) => database.close()));
      await postgres.stop();
    }
  },
};
