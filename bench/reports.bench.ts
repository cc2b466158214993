import { sql } from 'kysely';
import { type Db, openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import { selectTimeSeries } from '../db/reports/time-series.ts';
import { findPostgres, runStatement, startPostgres } from '../scripts/servers/postgres.ts';
import { type Benchmark, ignoreIdleErrors, median, table } from './benchmark.ts';
import { categories, fillTickets, leaveDeltas } from './fill-tickets.ts';

interface Report {
  name: string;
  query: { from: string; to: string; groupBy: keyof typeof formats; main?: string };
}

const may = { from: '2025-05-01', to: '2025-05-31' };
const threeYears = { from: '2022-06-01', to: '2025-05-31' };
const reports: readonly Report[] = [
  { name: '30 days by day (the default)', query: { ...may, groupBy: 'day' } },
  { name: '30 days by day, one category', query: { ...may, groupBy: 'day', main: 'Categoria 3' } },
  { name: '1 year by day', query: { from: '2024-01-01', to: '2024-12-31', groupBy: 'day' } },
  { name: '3 years by month', query: { ...threeYears, groupBy: 'month' } },
  { name: '3 years by hour', query: { ...threeYears, groupBy: 'hour' } },
];

const formats = { hour: 'YYYY-MM-DD HH24:00', day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const;

/** The same report computed from the tickets, without empty periods. */
const readRaw = async (db: Db, { from, to, groupBy, main }: Report['query']) => {
  const { rows } = await sql<{ total: number }>`
    select
      to_char(created_at at time zone 'America/Sao_Paulo', ${sql.lit(formats[groupBy])}) as period,
      count(*)::integer as total,
      count(*) filter (where status = 'open')::integer as open,
      count(*) filter (where status = 'in_progress')::integer as "inProgress",
      count(*) filter (where status = 'resolved')::integer as resolved,
      count(*) filter (where status = 'closed')::integer as closed
    from tickets
    where created_at >= ${from}::date::timestamp at time zone 'America/Sao_Paulo'
      and created_at < (${to}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
      ${main === undefined ? sql`` : sql`and main = ${main}`}
    group by 1 order by 1
  `.execute(db);
  return rows;
};

/** Median milliseconds as the service sees them: query, round trip and row parsing. */
const medianOf = async (runs: number, work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  // The first is a warm-up.
  for (let run = 0; run <= runs; run += 1) {
    const started = performance.now();
    await work();
    if (run > 0) times.push(performance.now() - started);
  }
  return median(times);
};

const totalOf = (rows: readonly { total: number }[]) =>
  rows.reduce((sum, { total }) => sum + total, 0);

const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

/** Milliseconds of each report from the counts and from the tickets, which must agree. */
const readReports = async (db: Db): Promise<string[][]> => {
  await sql`set statement_timeout = 0`.execute(db);
  const rows: string[][] = [];
  for (const { name, query } of reports) {
    const [counted, raw] = [await selectTimeSeries(db, query), await readRaw(db, query)];
    if (totalOf(counted) !== totalOf(raw)) throw new Error(`${name}: totals differ`);
    const fromCounts = await medianOf(15, () => selectTimeSeries(db, query));
    const fromTickets = await medianOf(3, () => readRaw(db, query));
    rows.push([name, ms(fromCounts), ms(fromTickets), `${ms(fromTickets / fromCounts)}×`]);
  }
  return rows;
};

/** Reports from the counts beside the same from the tickets. */
export const benchmark: Benchmark = {
  title: 'Ticket reports',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (bin === undefined) throw new Error('needs PostgreSQL');
    const [tickets, deltas] = short ? [10_000, 200] : [10_000_000, 2_000];
    const server = await startPostgres(bin, {
      shared_buffers: '2GB',
      maintenance_work_mem: '1GB',
      max_wal_size: '8GB',
      random_page_cost: '1.1',
      autovacuum: 'off',
    });
    const { db, close } = await openDatabase({ url: server.url, poolSize: 1 }, ignoreIdleErrors);
    try {
      await migrate(db);
      await fillTickets(server.url, tickets);
      await leaveDeltas(server.url, deltas);
      const index = 'create index bench_raw on tickets (created_at, main, status)';
      await runStatement(server.url, index);
      await runStatement(server.url, 'vacuum (analyze) tickets');
      log(`${tickets} tickets`);
      return [
        `PostgreSQL, shared_buffers 2 GB, ${tickets} tickets of four years in ${categories} categories, ${deltas} deltas not yet folded. Milliseconds as the service sees them, nothing cached: the query, its way over loopback, and its rows made objects.`,
        table(
          ['', 'from the counts', 'from the tickets, covering index', 'ratio'],
          await readReports(db),
        ),
      ].join('\n\n');
    } finally {
      await close();
      await server.stop();
    }
  },
};
