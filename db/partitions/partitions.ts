import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { changeSchema } from '../schema-steps.ts';

// Three tables grow without end and are spread over partitions by the month of their rows, in UTC.
// What has no month of its own is in the default partition, so that nothing depends on a month
// being there. docs/scale.md#partitions says why these, and by what.

/** A table with a partition for each month. */
export interface MonthlyTable {
  name: string;
  /** The column that says to which month a row belongs. */
  column: string;
  /** The least value of that column in a month that begins at a moment. */
  lowest: (begin: Date) => string;
  /** Statements for each partition, for objects that the whole table cannot have. */
  own: (partition: string) => string;
  /** The column of a row's creation, if that may be after its month. */
  madeAt?: string;
  /** Further statements when a partition is dropped. */
  dropped?: (partition: string) => string;
}

/** A UUID of version 7 begins with its milliseconds. */
const lowestId = (begin: Date): string =>
  begin
    .getTime()
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})(.{4})/, '$1-$2-0000-0000-000000000000');

/** By the id of the quiz, which grows with time: the key stays quiz and e-mail. */
export const attemptsByMonth: MonthlyTable = {
  name: 'quiz_attempts',
  column: 'quiz_id',
  lowest: lowestId,
  own: (partition) => `alter table ${partition}
    add constraint quiz_attempts_quiz_id_fkey foreign key (quiz_id) references quizzes`,
  madeAt: 'attempted_at',
  dropped: (partition) => `insert into quiz_count_changes
    select quiz_id from quiz_counts c where exists (select from ${partition} a where a.quiz_id = c.quiz_id)`,
};

export const trailByMonth: MonthlyTable = {
  name: 'audit_log',
  column: 'at',
  lowest: (begin) => begin.toISOString(),
  own: (partition) => `alter table ${partition} add primary key (id);
    create trigger audit_log_no_truncate before truncate on ${partition}
      for each statement execute function refuse_audit_change()`,
};

export const deliveriesByMonth: MonthlyTable = {
  name: 'webhook_deliveries',
  column: 'occurred_at',
  lowest: (begin) => begin.toISOString(),
  own: (partition) => `alter table ${partition} add primary key (id)`,
};

const monthlyTables = [attemptsByMonth, trailByMonth, deliveriesByMonth];

/** The beginning of the month that is so many months after a moment's. */
const monthAfter = (moment: Date, months: number): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months));

const partitionOf = ({ name }: MonthlyTable, begin: Date): string =>
  `${name}_${begin.toISOString().slice(0, 7).replace('-', '_')}`;

/** The months that a table has tables for, and whether each is still a partition of it. */
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
 * A month is made while nothing can be in it: the first is the month after next, so that a former
 * version that runs beside this one has a month to end.
 */
const monthsAhead = [2, 3, 4];

/**
 * Makes the partitions of the coming months and returns their names, and those of months that the
 * default partition has rows of already: they stay there.
 *
 * Nothing waits: a constraint, validated without a strong lock, says that the default partition has
 * no row of the month, so that attaching reads nothing.
 */
export const makePartitions = async (
  db: Db,
  now: Date,
  onWait: (line: string) => void,
): Promise<{ made: string[]; taken: string[] }> => {
  const made: string[] = [];
  const taken: string[] = [];
  for (const table of monthlyTables) {
    const there = new Set((await listMonths(db, table)).map(({ partition }) => partition));
    const months = monthsAhead.map((months) => monthAfter(now, months));
    for (const begin of months.filter((month) => !there.has(partitionOf(table, month)))) {
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
  const others = `${table.name}_default`;
  const { column, name, own } = table;
  const step = (text: string) => changeSchema(db, partition, onWait, text);
  const constraint = `${others}_month_check`;
  await step(`alter table ${others} drop constraint if exists ${constraint};
    alter table ${others} add constraint ${constraint} check (${column} < '${from}' or ${column} >= '${to}') not valid`);
  try {
    await step(`alter table ${others} validate constraint ${constraint}`);
    await step(`create table ${partition} (like ${name} including all excluding identity);
      ${own(partition)};
      alter table ${name} attach partition ${partition} for values from ('${from}') to ('${to}')`);
    return true;
  } catch (error) {
    if (isCheckViolation(error)) return false;
    throw error;
  } finally {
    await step(`alter table ${others} drop constraint if exists ${constraint}`);
  }
};

const isCheckViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514';

/**
 * Drops the months that ended before a moment and returns how many rows went with them. Rows that
 * were made since stay: they move to the default partition. Resumes what was interrupted.
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
    const isOld = table.madeAt
      ? sql`${sql.ref(table.madeAt)} < ${before}`
      : sql`${sql.ref(table.column)} < ${before}`;
    dropped += await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      if (table.madeAt) {
        await sql`insert into ${sql.table(table.name)}
          select * from ${sql.table(partition)} where not (${isOld}) on conflict do nothing`.execute(
          tx,
        );
      }
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(partition)} where ${isOld}`.execute(tx);
      if (table.dropped) await sql.raw(table.dropped(partition)).execute(tx);
      await sql`drop table ${sql.table(partition)}`.execute(tx);
      return rows[0]?.count ?? 0;
    });
  }
  return dropped;
};
