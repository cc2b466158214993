import { sql } from 'kysely';
import { type Db, openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import {
  type Grouping,
  listAgents,
  listCategories,
  listNewsletters,
  selectTimeSeries,
} from '../db/reports/reports.ts';
import {
  foldTicketCounts,
  listCountDifferences,
  rebuildTicketCounts,
} from '../db/reports/ticket-counts.ts';
import { findPostgres, runStatement, startPostgres } from '../scripts/servers/postgres.ts';
import { type Benchmark, ignoreIdleErrors, median, table } from './benchmark.ts';
import { categories, fillMessages, fillTickets, leaveDeltas } from './fill-tickets.ts';

interface Report {
  name: string;
  query: { from: string; to: string; groupBy: keyof typeof formats; main?: string };
}

const may = { from: '2025-05-01', to: '2025-05-31' };
const threeYears = { from: '2022-06-01', to: '2025-05-31' };
const reports: readonly Report[] = [
  { name: '30 days by day (the default)', query: { ...may, groupBy: 'day' } },
  { name: '30 days by day, one category', query: { ...may, groupBy: 'day', main: 'Categoria 3' } },
  {
    name: '1 year by day',
    query: { from: '2024-01-01', to: '2024-12-31', groupBy: 'day' },
  },
  { name: '3 years by month', query: { ...threeYears, groupBy: 'month' } },
  { name: '3 years by hour', query: { ...threeYears, groupBy: 'hour' } },
  {
    name: '3 years by hour, one category',
    query: { ...threeYears, groupBy: 'hour', main: 'Categoria 3' },
  },
];

const lists = [
  { name: 'categories and issues', read: listCategories, raw: 'main, issue from tickets' },
  { name: 'newsletters', read: listNewsletters, raw: 'newsletter from tickets' },
  {
    name: 'agents',
    read: listAgents,
    raw: "author from ticket_messages where origin = 'agent'",
  },
] as const;

const formats = {
  hour: 'YYYY-MM-DD HH24:00',
  day: 'YYYY-MM-DD',
  week: 'IYYY-"W"IW',
  month: 'YYYY-MM',
  year: 'YYYY',
} as const satisfies Partial<Record<Grouping, string>>;

/** The same report computed from the tickets, without empty periods. */
const readRaw = (db: Db, { from, to, groupBy, main }: Report['query']) =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
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
  `.execute(tx);
    return rows;
  });

/** Milliseconds as the service sees them: query, round trip and row parsing. */
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

/** Medians of each report on both databases, alternating so that disturbances affect both. */
const readReports = async (small: Db, large: Db): Promise<{ small: number; large: number }[]> => {
  const times: { small: number; large: number }[] = [];
  for (const { query } of reports) {
    const ofSmall: number[] = [];
    const ofLarge: number[] = [];
    for (let turn = 0; turn < 15; turn += 1) {
      ofSmall.push(await medianOf(1, () => selectTimeSeries(small, query)));
      ofLarge.push(await medianOf(1, () => selectTimeSeries(large, query)));
    }
    times.push({ small: median(ofSmall), large: median(ofLarge) });
  }
  return times;
};

const readReportsRaw = async (db: Db): Promise<number[]> => {
  const times: number[] = [];
  for (const { name, query } of reports) {
    const [fromLedger, fromTickets] = [await selectTimeSeries(db, query), await readRaw(db, query)];
    if (totalOf(fromLedger) !== totalOf(fromTickets)) throw new Error(`${name}: totals differ`);
    times.push(await medianOf(3, () => readRaw(db, query)));
  }
  return times;
};

const readFilters = async (db: Db): Promise<string[][]> => {
  const rows: string[][] = [];
  for (const { name, read, raw } of lists) {
    const values = await read(db);
    const skipping = await medianOf(15, () => read(db));
    const distinct = await medianOf(3, () => sql`select distinct ${sql.raw(raw)}`.execute(db));
    rows.push([`${name} (${values.length})`, ms(skipping), ms(distinct)]);
  }
  return rows;
};

const keepCounts = async (db: Db) => {
  const foldMs = await once(() => foldTicketCounts(db, 50_000));
  const rebuildMs = await once(() => db.transaction().execute(rebuildTicketCounts));
  const checkMs = await once(async () => {
    const differences = await db.transaction().execute((tx) => listCountDifferences(tx, 1));
    if (differences.length > 0) throw new Error('counts differ from the tickets');
  });
  return { foldMs, rebuildMs, checkMs };
};

const seconds = (value: number): string => (value / 1_000).toFixed(1);

/** Milliseconds of one call. */
const once = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const databaseAt = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

const withDatabase = async <T>(url: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const { db, close } = await openDatabase({ url, poolSize: 1 }, ignoreIdleErrors);
  try {
    return await work(db);
  } finally {
    await close();
  }
};

export const benchmark: Benchmark = {
  title: 'Ticket reports',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (bin === undefined) throw new Error('needs PostgreSQL');
    const sizes = short
      ? { small: 2_000, large: 10_000, deltas: 200, messages: 2_000 }
      : { small: 1_000_000, large: 10_000_000, deltas: 2_000, messages: 2_000_000 };
    const server = await startPostgres(bin, {
      shared_buffers: '2GB',
      maintenance_work_mem: '1GB',
      max_wal_size: '8GB',
      random_page_cost: '1.1',
      autovacuum: 'off',
    });
    const smallUrl = databaseAt(server.url, 'small');
    const largeUrl = databaseAt(server.url, 'large');
    try {
      log(`${sizes.small} tickets`);
      await runStatement(server.url, 'create database small');
      await withDatabase(smallUrl, migrate);
      await fillTickets(smallUrl, sizes.small);
      await runStatement(server.url, 'create database large template small');
      log(`${sizes.large} tickets`);
      await fillTickets(largeUrl, sizes.large);
      await fillMessages(largeUrl, sizes.messages, 40);
      for (const url of [smallUrl, largeUrl]) await leaveDeltas(url, sizes.deltas);

      log('reading reports');
      const times = await withDatabase(smallUrl, (small) =>
        withDatabase(largeUrl, (large) => readReports(small, large)),
      );
      log('reading them from the tickets');
      await runStatement(largeUrl, 'create index bench_raw on tickets (created_at, main, status)');
      await runStatement(largeUrl, 'vacuum (analyze) tickets');
      const raw = await withDatabase(largeUrl, readReportsRaw);
      log('filters, folding, rebuilding, checking');
      const filters = await withDatabase(largeUrl, readFilters);
      const keeping = await withDatabase(largeUrl, keepCounts);

      return [
        `PostgreSQL, shared_buffers 2 GB, tickets of four years in ${categories} categories, ${sizes.deltas} deltas not yet folded. Milliseconds as the service sees them (median of 15, both sizes in turns; raw: of 3): the query, its way over loopback, and its rows made objects.`,
        table(
          [
            'uncached',
            `${sizes.small} tickets`,
            `${sizes.large} tickets`,
            'growth',
            'from the tickets, covering index',
            'ratio',
          ],
          reports.map(({ name }, index) => {
            const { small = 0, large = 0 } = times[index] ?? {};
            const tickets = raw[index] ?? 0;
            return [
              name,
              ms(small),
              ms(large),
              `${(large / small).toFixed(2)}×`,
              ms(tickets),
              `${ms(tickets / large)}×`,
            ];
          }),
        ),
        table(
          [
            `filters (${sizes.messages} messages)`,
            'skipping through an index',
            '`select distinct`',
          ],
          filters,
        ),
        `Folding ${sizes.deltas} deltas takes ${ms(keeping.foldMs)} ms; making the counts of ${sizes.large} tickets anew ${seconds(keeping.rebuildMs)} s (an upgrade of such a database waits for it once); comparing them all with the tickets ${seconds(keeping.checkMs)} s: 0 differences.`,
      ].join('\n\n');
    } finally {
      await server.stop();
    }
  },
};
