import { sql } from 'kysely';
import { type Database, type Db, openDatabase } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import { writeGlobalRanking } from '../../db/rankings.ts';
import { signToken } from '../../server/auth/tokens.ts';
import { freePort } from '../servers/local-server.ts';
import { findPostgres, startPostgres } from '../servers/postgres.ts';
import { type Benchmark, median, percentile, table } from './benchmark.ts';
import { sendRequests, startMeasured } from './measured-process.ts';

// 05:00 in São Paulo, when the ranking is made; a second earlier, the span of seven days begins in a quarter of a day of
// which nearly all has to be passed over.
const dawn = new Date('2026-03-10T08:00:00Z');
const justBefore = new Date('2026-03-10T07:59:59Z');
const secret = 'a-secret-of-the-benchmark-that-is-long-enough';

/** Adds readers: 70 % active in the last seven days, 30 % with longer streaks than all of those, stale for up to 60 days. */
const addReaders = async (db: Db, first: number, last: number): Promise<void> => {
  await sql`
    insert into accounts (email, name)
    select 'leitor' || n || '@exemplo.com.br', 'Leitor ' || n from generate_series(${first}::integer, ${last}::integer) n
  `.execute(db);
  await sql`
    insert into streaks (email, read_days, last_interaction_at, since)
    select 'leitor' || n || '@exemplo.com.br',
      datemultirange(daterange(day - 400 - dice % 7, day - 390), daterange(day - length, day + 1)),
      at, ${dawn}::timestamptz - dice % 1000 * interval '1 hour'
    from (
      select n, dice, case when n % 10 < 3 then 150 + dice / 7 % 150 else dice / 11 % 150 end as length,
        ${dawn}::timestamptz - case when n % 10 < 3 then 604801 + dice % 5184000 else dice % 604800 end * interval '1 second' as at
      from (select n, hashint4(n) & 2147483647 as dice from generate_series(${first}::integer, ${last}::integer) n) numbers
    ) readers, lateral (select (at at time zone 'America/Sao_Paulo')::date as day) days
    order by dice
  `.execute(db);
  await sql`vacuum (analyze) accounts`.execute(db);
  await sql`vacuum (analyze) streaks`.execute(db);
};

/** How many entries of the ranking's index have been read so far. */
const rowsRead = async (db: Db): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: string }>`
    select idx_tup_read as read from pg_stat_user_indexes where indexrelname = 'streaks_ranking_idx'
  `.execute(db);
  return Number(rows[0]?.read);
};

const measureGlobal = async (db: Db, now: Date, runs: number) => {
  const form = { anonymous: 'Leitor Anônimo', withNames: true };
  for (let run = 0; run < 10; run += 1) await writeGlobalRanking(db, now, form);
  const before = await rowsRead(db);
  const milliseconds: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await writeGlobalRanking(db, now, form);
    milliseconds.push(performance.now() - started);
  }
  return { ms: median(milliseconds), rows: ((await rowsRead(db)) - before) / runs };
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

/** Each group's ranking end to end: the service in a process of its own, one request after the other, then four at once. */
const measureGroups = async (database: Database, databaseUrl: string, sizes: readonly number[]) => {
  const internalPort = await freePort();
  const service = await startMeasured('server/main.ts', '/readyz', (port) => ({
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      DATABASE_URL: databaseUrl,
      AUTH_JWT_SECRET: secret,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    },
  }));
  try {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const token = await signToken(
      secret,
      { email: 'dona@exemplo.com.br', role: 'reader' },
      { expiresAt },
    );
    const headers = { authorization: `Bearer ${token}` };
    const rows: string[][] = [];
    for (const size of sizes) {
      const url = `${service.url}/streaks/groups/${await addGroup(database.db, `${size}`, size)}/ranking`;
      await sendRequests(url, 2, { connections: 1, headers });
      const alone = await sendRequests(url, 7, { connections: 1, headers });
      const together = await sendRequests(url, 8, { connections: 4, headers });
      rows.push([
        size.toLocaleString('en'),
        `${(alone.bytes / 7 / 1e6).toFixed(2)} MB`,
        `${median(alone.milliseconds).toFixed(0)} ms`,
        `${percentile(together.milliseconds, 1).toFixed(0)} ms`,
        `${((await service.maxRss()) / 1024).toFixed(0)} MiB`,
      ]);
    }
    return rows;
  } finally {
    await service.stop();
  }
};

/** The ranking queries at a million readers and at five. */
export const benchmark: Benchmark = {
  title: 'Rankings of millions of readers',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const sizes = short ? [20_000, 100_000] : [1_000_000, 5_000_000];
    const postgres = await startPostgres(bin, {
      shared_buffers: '2GB',
      max_wal_size: '16GB',
      // Vacuum marks pages as visible to all only once their commits are on disk.
      synchronous_commit: 'on',
    });
    const database = await openDatabase({ url: postgres.url, poolSize: 1 }, () => undefined);
    const { db } = database;
    try {
      await migrate(db);
      await sql`set statement_timeout = 0`.execute(db);
      const global: string[][] = [];
      let present = 0;
      for (const size of sizes) {
        const started = performance.now();
        await addReaders(db, present + 1, size);
        present = size;
        log(`${size} readers after ${((performance.now() - started) / 1_000).toFixed(0)} s`);
        const atDawn = await measureGlobal(db, dawn, short ? 50 : 300);
        const before = await measureGlobal(db, justBefore, short ? 50 : 300);
        global.push([
          size.toLocaleString('en'),
          `${atDawn.ms.toFixed(2)} ms`,
          atDawn.rows.toFixed(0),
          `${before.ms.toFixed(2)} ms`,
          before.rows.toFixed(0),
        ]);
      }
      const groups = await measureGroups(
        database,
        postgres.url,
        short ? [1_000] : [100, 10_000, 100_000],
      );
      return [
        'PostgreSQL with 2 GB of buffers. 30 % of the readers have longer streaks than all others, and stopped 7 to 67 days ago. The global ranking uncached: a round trip of the whole query with names, median of 300, and how many entries of its index one run reads.',
        table(['readers', 'at 05:00:00', 'entries read', 'at 04:59:59', 'entries read'], global),
        `Rankings of groups among ${present.toLocaleString('en')} readers, over HTTP, the service in a process of its own: median of seven requests one after the other, the slowest of eight with four at once, and the most memory the process held until then.`,
        table(['members', 'body', 'alone', 'four at once', 'memory'], groups),
      ].join('\n\n');
    } finally {
      await database.close();
      await postgres.stop();
    }
  },
};
