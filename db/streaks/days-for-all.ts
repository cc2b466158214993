import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { countRows } from '../people/personal-records.ts';
import { hasOnlyGiven, onlyDay } from './streaks.ts';

/** A day that was given to all readers whose streak it broke. */
export interface DayForAll {
  id: number;
  /** A day as `YYYY-MM-DD`. */
  day: string;
  reason: string;
  /** How many readers got it. */
  readers: number;
  undoneAt: Date | null;
}

/**
 * Returns true if a day (`YYYY-MM-DD`, São Paulo) is given to all, so that it breaks no streak when it
 * ends.
 */
export const isDayGivenAhead = async (db: Db, day: string): Promise<boolean> => {
  const { rows } = await sql<{ given: boolean }>`
    select exists (select from days_for_all where day = ${day}::date and undone_at is null) as given`.execute(
    db,
  );
  return rows[0]?.given ?? false;
};

/**
 * Stores a day, to be given to readers in batches; if it is already given, it is given again. Returns its
 * id.
 */
export const upsertDayForAll = async (
  tx: Tx,
  { day, reason, at }: { day: string; reason: string; at: Date },
): Promise<number> => {
  const { id } = await tx
    .insertInto('days_for_all')
    .values({ day, reason, created_at: at })
    .onConflict((conflict) =>
      conflict.column('day').where('undone_at', 'is', null).doUpdateSet({ reason, done: false }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const columns = ['id', sql<string>`day::text`.as('day'), 'reason', 'readers'] as const;

/** Lists days, newest first; a page begins before `beforeId`. */
export const listDaysForAll = (
  db: Db,
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
): Promise<DayForAll[]> =>
  db
    .selectFrom('days_for_all')
    .select([...columns, 'undone_at as undoneAt'])
    .$if(beforeId !== undefined, (query) => query.where('id', '<', Number(beforeId)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const lockDayForAll = (tx: Tx, id: number): Promise<DayForAll | undefined> =>
  tx
    .selectFrom('days_for_all')
    .select([...columns, 'undone_at as undoneAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Marks a day to be taken back from readers in batches. */
export const updateUndone = async (tx: Tx, id: number, at: Date): Promise<void> => {
  await tx
    .updateTable('days_for_all')
    .set({ undone_at: at, done: false })
    .where('id', '=', id)
    .execute();
};

/** A day with readers left; it is taken back if `undone`, otherwise given. */
export interface UnfinishedDay {
  id: number;
  undone: boolean;
}

/** Lists days with readers left, oldest first, of those that ended before `today` or were undone. */
export const listUnfinishedDays = (db: Db, today: string): Promise<UnfinishedDay[]> =>
  db
    .selectFrom('days_for_all')
    .select(['id', sql<boolean>`undone_at is not null`.as('undone')])
    .where('done', '=', false)
    .where(sql<boolean>`(day < ${today}::date or undone_at is not null)`)
    .orderBy('day')
    .execute();

/** Locks a day with readers left; undefined if another process finished it or changed its direction. */
export const lockUnfinishedDay = async (
  tx: Tx,
  { id, undone }: UnfinishedDay,
): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('days_for_all')
    .select(sql<string>`day::text`.as('day'))
    .where('id', '=', id)
    .where('done', '=', false)
    .where(sql<boolean>`(undone_at is not null) = ${undone}`)
    .forUpdate()
    .executeTakeFirst();
  return row?.day;
};

/** Adds to the readers of a locked day; without any left it is done. */
export const updateProgress = async (
  tx: Tx,
  id: number,
  { given, done }: { given: number; done: boolean },
): Promise<void> => {
  await tx
    .updateTable('days_for_all')
    .set({ readers: sql<number>`readers + ${given}`, done })
    .where('id', '=', id)
    .execute();
};

const lost = (day: string) =>
  sql`read_days @> (${day}::date - 1) and not read_days @> ${day}::date`;

/** Counts the readers who read on the day before but not on it; it has no timeout. */
export const countLostDay = async (
  tx: Tx,
  day: string,
): Promise<{ readers: number; firstDay: string | null }> => {
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows } = await sql<{ readers: number; firstDay: string | null }>`
    select (count(*) filter (where ${lost(day)}))::integer as readers, min(lower(read_days))::text as "firstDay"
    from streaks`.execute(tx);
  return rows[0] ?? { readers: 0, firstDay: null };
};

/** Readers in order of e-mail, after `after`. */
interface Batch {
  day: string;
  after: string;
  limit: number;
}

export interface BatchOutcome {
  /** How many readers got or lost the day. */
  readers: number;
  /** The last reader of the batch; undefined if no reader is left after it. */
  last: string | undefined;
}

const runBatch = async (
  tx: Tx,
  limit: number,
  statement: RawBuilder<{ size: number; readers: number; last: string }>,
): Promise<BatchOutcome> => {
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows } = await statement.execute(tx);
  const { size = 0, readers = 0, last } = rows[0] ?? {};
  return { readers, last: size < limit ? undefined : last };
};

const noonOf = (day: RawBuilder<unknown>) =>
  sql`(${day} + time '12:00') at time zone 'America/Sao_Paulo'`;

/** Gives a day to the next readers who lost it, with an activity at its noon. */
export const giveDay = (tx: Tx, { day, after, limit }: Batch): Promise<BatchOutcome> =>
  runBatch(
    tx,
    limit,
    sql`
    with lost as (
      select email from streaks where email > ${after} and ${lost(day)} order by email limit ${limit} for update
    ), given as (
      update streaks s
      set read_days = read_days + ${onlyDay(day)},
        last_interaction_at = greatest(last_interaction_at, ${noonOf(sql`${day}::date`)}),
        given_days = coalesce(given_days, '{}') + ${onlyDay(day)},
        earned_days = coalesce(earned_days, '{}'),
        earned_interaction_at = coalesce(earned_interaction_at, last_interaction_at)
      from lost where s.email = lost.email
      returning s.email
    )
    select count(*)::integer as size, count(*)::integer as readers, max(email) as last from given`,
  );

/** Counts the readers who have a day only because it was given to them; it has no timeout. */
export const countGivenDay = async (tx: Tx, day: string): Promise<number> => {
  await sql`set local statement_timeout = 0`.execute(tx);
  return countRows(tx, sql`streaks where ${hasOnlyGiven(day)}`);
};

/** Takes a given day and its activity from the next readers who were given it. */
export const takeGivenDay = (tx: Tx, { day, after, limit }: Batch): Promise<BatchOutcome> =>
  runBatch(
    tx,
    limit,
    sql`
    with given as materialized (
      select email, ${hasOnlyGiven(day)} as loses, ${hasOnlyGiven(day)} and read_days = ${onlyDay(day)} as has_no_other,
        nullif(given_days - ${onlyDay(day)}, '{}') as others
      from streaks where email > ${after} and given_days @> ${day}::date
      order by email limit ${limit} for update
    ), deleted as (
      delete from streaks s using given where s.email = given.email and has_no_other
    ), taken as (
      update streaks s
      set read_days = case when loses then read_days - ${onlyDay(day)} else read_days end,
        last_interaction_at = greatest(earned_interaction_at, ${noonOf(sql`upper(others) - 1`)}),
        given_days = others,
        earned_days = case when others is not null then earned_days - ${onlyDay(day)} end,
        earned_interaction_at = case when others is not null then earned_interaction_at end
      from given where s.email = given.email and not has_no_other
    )
    select count(*)::integer as size, (count(*) filter (where loses))::integer as readers, max(email) as last
    from given`,
  );
