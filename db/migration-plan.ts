import { sql } from 'kysely';
import type { Database, Db } from './connection/database.ts';
import { readPending } from './migrate.ts';

/** One pending migration or file of functions, as an operator wants to know it beforehand. */
export interface PlannedStep {
  name: string;
  /** `index` builds indexes beside requests, `scan` reads a table once, `change` takes moments. */
  kind: 'index' | 'scan' | 'change' | 'functions';
  /** The tables that exist already; `rows` is PostgreSQL's own estimate. */
  tables: { name: string; rows: number; bytes: number }[];
  /** An estimate from the sizes of the tables, in seconds. */
  seconds: number;
}

/** What a job prepares after the start, beside requests and with pauses for them. */
export interface PlannedJob extends Pick<PlannedStep, 'tables' | 'seconds'> {
  job: string;
}

export interface MigrationPlan {
  /** True if a pooler shares the connection; then indexes are refused. */
  pooled: boolean;
  steps: PlannedStep[];
  jobs: PlannedJob[];
}

/** The jobs that follow migrations, the table that each reads, and its rows a second, pauses included. */
const followedBy: Readonly<Record<string, { job: string; table: string; rowsPerSecond: number }>> =
  {
    '20261129110000_response_times_by_status': {
      job: 'fold-ticket-counts',
      table: 'ticket_responses',
      rowsPerSecond: 1_000,
    },
  };

/** How fast one core of a small server reads a table, in bytes a second; an index on words takes the most. */
const bytesPerSecond = { words: 8_000_000, index: 80_000_000, scan: 250_000_000 };
/** What a step takes besides, in seconds: its lock, its commit and the pauses for requests. */
const secondsOfStep = 0.1;

/** Plans what {@link migrate} would do now; changes nothing. */
export const planMigrations = async ({
  db,
  pooled,
}: Pick<Database, 'db' | 'pooled'>): Promise<MigrationPlan> => {
  const steps: PlannedStep[] = [];
  const jobs: PlannedJob[] = [];
  for (const { name, text } of await readPending(db)) {
    steps.push(await planStep(db, name, text));
    const next = followedBy[name];
    if (next) jobs.push(await planJob(db, next));
  }
  return { pooled, steps, jobs };
};

const planJob = async (
  db: Db,
  { job, table, rowsPerSecond }: (typeof followedBy)[string],
): Promise<PlannedJob> => {
  const tables = await readTables(db, [table]);
  const rows = tables.reduce((sum, each) => sum + each.rows, 0);
  return { job, tables, seconds: Math.ceil(rows / rowsPerSecond) };
};

const planStep = async (db: Db, name: string, text: string): Promise<PlannedStep> => {
  if (name.startsWith('functions/'))
    return { name, kind: 'functions', tables: [], seconds: secondsOfStep };
  const statements = text.replace(/^\s*--.*$/gm, '').split(/;\s*$/m);
  const tables = await readTables(db, tablesOf(text));
  const bytesOf = (statement: string) =>
    tablesOf(statement).reduce(
      (sum, table) => sum + (tables.find((each) => each.name === table)?.bytes ?? 0),
      0,
    );
  const seconds = statements.map((statement) => bytesOf(statement) / speedOf(statement));
  const kind = /\bindex concurrently\b/.test(text)
    ? 'index'
    : /\bvalidate constraint\b/.test(text)
      ? 'scan'
      : 'change';
  return { name, kind, tables, seconds: seconds.reduce((sum, each) => sum + each, secondsOfStep) };
};

const speedOf = (statement: string): number => {
  if (/\bvalidate constraint\b/.test(statement)) return bytesPerSecond.scan;
  if (!/\bindex concurrently\b/.test(statement)) return Number.POSITIVE_INFINITY;
  return /\busing gin\b/.test(statement) ? bytesPerSecond.words : bytesPerSecond.index;
};

const tablesOf = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/(?:alter table(?: only)?|index concurrently[^;]*? on|update) (\w+)/g)].map(
      ([, table = '']) => table,
    ),
  ),
];

const readTables = async (db: Db, names: readonly string[]): Promise<PlannedStep['tables']> => {
  const { rows } = await sql<{ name: string; rows: number; bytes: number }>`
    select c.relname as name, greatest(c.reltuples, 0)::float8 as rows,
      pg_table_size(c.oid)::float8 as bytes
    from pg_class c where c.oid in (select to_regclass(quote_ident(name)) from unnest(${names}::text[]) name)
  `.execute(db);
  return rows;
};
