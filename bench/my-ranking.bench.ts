import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../db/connection/database.ts';
import { pruneStreakCounts } from '../db/rankings/places.ts';
import { durable, findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import type { Context } from '../server/context.ts';
import { getMyRanking } from '../server/rankings/my-ranking.ts';
import { getStreaksOverview } from '../server/streaks/overview.ts';
import { type Benchmark, median, percentile, table } from './benchmark.ts';
import { startInProcess } from './in-process.ts';
import { pgbenchRate } from './pgbench.ts';

const clients = 16;
const settings = { ...durable, shared_buffers: '2GB', max_wal_size: '8GB' };
const counting = [
  'streaks_counted',
  'streaks_recounted',
  'streaks_copied',
  'streaks_hidden_filled',
  'streaks_days_counted',
  'streaks_days_recounted',
];

/** Adds readers, `leitor<n>@exemplo.com.br`, 70 % of them active in the last seven days, and the counts of their streaks. */
export const addReaders = async (db: Db, readers: number): Promise<void> => {
  await sql`alter table streaks disable trigger user`.execute(db);
  await sql`
    insert into streaks (email, read_days, last_interaction_at, since)
    select 'leitor' || n || '@exemplo.com.br',
      datemultirange(daterange(day - 800 - dice % 97, day - 700), daterange(day - dice / 11 % 400, day + 1)), at, at
    from (
      select n, dice, now() - case when n % 10 < 3 then 604801 + dice % 5184000 else dice % 604800 end * interval '1 second' as at
      from (select n, hashint4(n) & 2147483647 as dice from generate_series(1, ${readers}::integer) n) numbers
    ) readers, lateral (select (at at time zone 'America/Sao_Paulo')::date as day) days
    order by dice
  `.execute(db);
  await sql`alter table streaks enable trigger user`.execute(db);
  await sql`
    insert into streak_counts select current_streak, max_streak, active_quarter, count(*) from streaks group by 1, 2, 3
  `.execute(db);
  await sql`
    insert into streak_totals select current_streak, quarter, sum(readers) from streak_counts group by 1, 2
  `.execute(db);
  await sql`
    insert into streak_blocks select current_streak / 32, quarter, sum(readers) from streak_totals group by 1, 2
  `.execute(db);
  await sql`
    insert into streak_longest_blocks
    select current_streak, max_streak / 32, quarter, sum(readers) from streak_counts group by 1, 2, 3
  `.execute(db);
  await sql`delete from streak_days`.execute(db);
  await sql`
    insert into streak_days
    select day::date, 0, count(*) from streaks, unnest(read_days) as run,
      generate_series(greatest(lower(run), current_date - 30), upper(run) - 1, interval '1 day') as day group by 1
  `.execute(db);
  await sql`
    insert into streak_days
    select upper(read_days) - 1, current_streak, count(*) from streaks where upper(read_days) > current_date - 7 group by 1, 2
  `.execute(db);
  await sql`insert into streak_days select '-infinity', 0, count(*) from streaks`.execute(db);
  // As the job does that removes old counts.
  await pruneStreakCounts(db, new Date());
  await sql`vacuum (analyze)`.execute(db);
};

/** Milliseconds of overviews of all readers, one at a time. */
const measureOverviews = async (base: Context, runs: number): Promise<number[]> => {
  const actor = { kind: 'service', name: 'bench' } as const;
  const milliseconds: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await getStreaksOverview({ ...base, actor }, 30);
    milliseconds.push(performance.now() - started);
  }
  return milliseconds;
};

/** Milliseconds of requests for places of random readers, one at a time. */
const measurePlaces = async (base: Context, readers: number, runs: number): Promise<number[]> => {
  const milliseconds: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const email = `leitor${1 + Math.floor(Math.random() * readers)}@exemplo.com.br`;
    const actor = { kind: 'person', subject: email, email, role: 'reader' } as const;
    const started = performance.now();
    await getMyRanking({ ...base, actor }, 5);
    milliseconds.push(performance.now() - started);
  }
  return milliseconds;
};

const creditScript = (readers: number) => `
\\set reader random(1, ${readers})
select current_streak from credit_reading('leitor' || :reader || '@exemplo.com.br', current_date, now());
`;

/** A reader's place among millions, and what keeping the counts costs those who read. */
export const benchmark: Benchmark = {
  title: "A reader's place among millions",
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const readers = short ? 5_000 : 5_000_000;
    const [rounds, seconds] = short ? [2, 1] : [7, 6];
    const directory = await mkdtemp(join(tmpdir(), 'leitor-bench-'));
    const postgres = await startPostgres(bin, settings);
    const service = await startInProcess(postgres.url, 4);
    const database = await openDatabase({ url: postgres.url, poolSize: 1 }, () => undefined);
    try {
      const { db } = database;
      const base = service.contextFor('bench');
      await sql`set statement_timeout = 0`.execute(db);
      await addReaders(db, readers);
      log(`${readers} readers`);
      await measurePlaces(base, readers, 20);
      const places = await measurePlaces(base, readers, short ? 200 : 500);
      const overviews = await measureOverviews(base, short ? 50 : 200);
      const file = join(directory, 'credit.sql');
      await writeFile(file, creditScript(readers));
      const credits = { script: file, clients, seconds };
      const rates: { counted: number; alone: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const counted = await pgbenchRate(bin, postgres.url, credits);
        for (const trigger of counting) {
          await sql`alter table streaks disable trigger ${sql.id(trigger)}`.execute(db);
        }
        const alone = await pgbenchRate(bin, postgres.url, credits);
        await sql`alter table streaks enable trigger user`.execute(db);
        rates.push({ counted, alone });
        log(`${counted.toFixed(0)}/s with counts, ${alone.toFixed(0)}/s without`);
      }
      const deltas = await sql<{ count: string }>`select count(*) from streak_count_deltas`.execute(
        db,
      );
      const behind = await measurePlaces(base, readers, short ? 50 : 100);
      const overviewsBehind = await measureOverviews(base, short ? 20 : 100);
      const started = performance.now();
      await sql`select fold_streak_counts(0) from generate_series(1, 9)`.execute(db);
      const folding = performance.now() - started;
      return [
        `${readers.toLocaleString('en')} readers in PostgreSQL with 2 GB of buffers and commits on disk.`,
        table(
          ['places of random readers, with five neighbours on each side', 'p50', 'p95'],
          [
            [
              '`streaks.overview`, counts folded',
              ...[0.5, 0.95].map((p) => `${percentile(overviews, p).toFixed(1)} ms`),
            ],
            [
              '`streaks.overview`, deltas not yet folded',
              ...[0.5, 0.95].map((p) => `${percentile(overviewsBehind, p).toFixed(1)} ms`),
            ],
            ['counts folded', ...[0.5, 0.95].map((p) => `${percentile(places, p).toFixed(1)} ms`)],
            [
              `with ${deltas.rows[0]?.count} deltas not yet folded`,
              ...[0.5, 0.95].map((p) => `${percentile(behind, p).toFixed(1)} ms`),
            ],
          ],
        ),
        `Folding those takes ${folding.toFixed(0)} ms. Crediting by pgbench with ${clients} clients, ${rounds} rounds that take turns with and without what keeps counts and group figures: ${median(rates.map((rate) => rate.counted)).toFixed(0)}/s, ${median(rates.map((rate) => rate.counted / rate.alone)).toFixed(2)} of ${median(rates.map((rate) => rate.alone)).toFixed(0)}/s.`,
      ].join('\n\n');
    } finally {
      await database.close();
      await service.close();
      await postgres.stop();
      await rm(directory, { recursive: true });
    }
  },
};
