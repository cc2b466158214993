import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { changeSchema } from '../schema-steps.ts';

// Three tables grow without end and have a partition for each month, in UTC. The default partition takes
// the rows of months without one, so that no insert fails. docs/scale.md#partitions explains the choice of
// tables and columns.

/** A table with a partition for each month. */
export interface MonthlyTable {
  name: string;
  /** The column that determines the month of a row. */
  column: string;
  /** Returns the lowest value of that column in the month that begins at a moment. */
  lowest: (begin: Date) => string;
  /** Returns statements that create on a new partition what the partitioned table cannot have. */
  complete: (partition: string) => string;
  /** The column with a row's creation; set only if a row may be created after its month. */
  createdAt?: string;
  /** Returns statements that run before a partition is dropped. */
  beforeDrop?: (partition: string) => string;
}

/** Returns the lowest UUID of version 7 from a moment on: these UUIDs begin with milliseconds. */
const lowestId = (begin: Date): string =>
  begin
    .getTime()
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})(.{4})/, '$1-$2-0000-0000-000000000000');

/**
 * The attempts are partitioned by the quiz's id, which grows with time; the primary key stays quiz and
 * e-mail.
 */
export const attemptsByMonth: MonthlyTable = {
  name: 'quiz_attempts',
  column: 'quiz_id',
  lowest: lowestId,
  complete: (partition) => `alter table ${partition}
    add constraint quiz_attempts_quiz_id_fkey foreign key (quiz_id) references quizzes`,
  createdAt: 'attempted_at',
  beforeDrop: (partition) => `insert into quiz_count_changes
    select quiz_id from quiz_counts c where exists (select from ${partition} a where a.quiz_id = c.quiz_id)`,
};

export const trailByMonth: MonthlyTable = {
  name: 'audit_log',
  column: 'at',
  lowest: (begin) => begin.toISOString(),
  complete: (partition) => `alter table ${partition} add primary key (id);
    create trigger audit_log_no_truncate before truncate on ${partition}
      for each statement execute function refuse_audit_change()`,
};

export const deliveriesByMonth: MonthlyTable = {
  name: 'webhook_deliveries',
  column: 'occurred_at',
  lowest: (begin) => begin.toISOString(),
  complete: (partition) => `alter table ${partition} add primary key (id)`,
};

const monthlyTables = [attemptsByMonth, trailByMonth, deliveriesByMonth];

/** Returns the beginning of the month that comes `months` after a moment's month. */
const monthAfter = (moment: Date, months: number): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months));

const partitionOf = ({ name }: MonthlyTable, begin: Date): string =>
  `${name}_${begin.toISOString().slice(0, 7).replace('-', '_')}`;

const listMonths = async (
  db: Db,
  { name }: MonthlyTable,
): Promise<{ partition: string; begin: Date; attached: boolean }[]> => {
  const { rows } = await sql<{ partition: string; attached: boolean }>`
    select relname as partition, relispartition as attached from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname ~ ${`^${name}_\\d{4}_\\d\\d$`}
    order by 1`.execute(db);
  return rows.map((row) => {
    const [year = 0, month = 1] = row.partition.split('_').slice(-2).map(Number);
    return { ...row, begin: new Date(Date.UTC(year, month - 1)) };
  });
};

/**
 * How many months ahead partitions are created. It begins with the month after next, so that a process of
 * the previous release may run beside this one for a month.
 */
const monthsAhead = [2, 3, 4];

/**
 * Creates the partitions of the coming months. `made` has their names, `taken` those of months that get
 * none, because the default partition already has rows of them. Requests do not wait: a constraint,
 * validated under a weak lock, proves that the default partition has no row of the month, so that attaching
 * a partition reads no rows.
 */
export const makePartitions = async (
  db: Db,
  now: Date,
  onWait: (line: string) => void,
): Promise<{ made: string[]; taken: string[] }> => {
  const made: string[] = [];
  const taken: string[] = [];
  for (const table of monthlyTables) {
    const existing = new Set((await listMonths(db, table)).map(({ partition }) => partition));
    const months = monthsAhead.map((ahead) => monthAfter(now, ahead));
    for (const begin of months.filter((month) => !existing.has(partitionOf(table, month)))) {
      const isMade = await makePartition(db, table, begin, onWait);
      (isMade ? made : taken).push(partitionOf(table, begin));
    }
  }
  return { made, taken };
};

const makePartition = async (
  db: Db,
  table: MonthlyTable,
  begin: Date,
  onWait: (line: string) => void,
): Promise<boolean> => {
  const partition = partitionOf(table, begin);
  const [from, to] = [begin, monthAfter(begin, 1)].map(table.lowest);
  const defaultPartition = `${table.name}_default`;
  const { column, name, complete } = table;
  const step = (text: string) => changeSchema(db, partition, onWait, text);
  const constraint = `${defaultPartition}_month_check`;
  await step(`alter table ${defaultPartition} drop constraint if exists ${constraint};
    alter table ${defaultPartition} add constraint ${constraint} check (${column} < '${from}' or ${column} >= '${to}') not valid`);
  try {
    await step(`alter table ${defaultPartition} validate constraint ${constraint}`);
    await step(`create table ${partition} (like ${name} including all excluding identity);
      ${complete(partition)};
      alter table ${name} attach partition ${partition} for values from ('${from}') to ('${to}')`);
    return true;
  } catch (error) {
    if (isCheckViolation(error)) return false;
    throw error;
  } finally {
    await step(`alter table ${defaultPartition} drop constraint if exists ${constraint}`);
  }
};

const isCheckViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514';

/**
 * Drops the partitions of months that ended before a moment and returns how many rows that deleted. Rows
 * that were created later move to the default partition. A repeated call continues an interrupted one.
 */
export const dropPartitionsBefore = async (
  db: Db,
  table: MonthlyTable,
  before: Date,
  onWait: (line: string) => void,
): Promise<number> => {
  let dropped = 0;
  const ended = (await listMonths(db, table)).filter(
    ({ begin }) => monthAfter(begin, 1).getTime() <= before.getTime(),
  );
  for (const { partition, attached } of ended) {
    if (attached) {
      const detach = `alter table ${table.name} detach partition ${partition}`;
      await changeSchema(db, partition, onWait, detach);
    }
    const isOld = table.createdAt
      ? sql`${sql.ref(table.createdAt)} < ${before}`
      : sql`${sql.ref(table.column)} < ${before}`;
    dropped += await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      if (table.createdAt) {
        await sql`insert into ${sql.table(table.name)}
          select * from ${sql.table(partition)} where not (${isOld}) on conflict do nothing`.execute(
          tx,
        );
      }
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(partition)} where ${isOld}`.execute(tx);
      if (table.beforeDrop) await sql.raw(table.beforeDrop(partition)).execute(tx);
      await sql`drop table ${sql.table(partition)}`.execute(tx);
      return rows[0]?.count ?? 0;
    });
  }
  return dropped;
};
