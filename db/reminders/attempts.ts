import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';

/** The place of a reader among those whose streak breaks today: the longest streaks come first. */
export interface DuePlace {
  streak: number;
  email: string;
}

export interface DueReminder extends DuePlace {
  id: string;
}

const isDue = (day: string) => sql<boolean>`
  r.enabled and (r.mailed_on is null or r.mailed_on < ${day}::date)`;

/**
 * Lists the next reminders of a day (`YYYY-MM-DD`): those who read on the day before, not on it, and were
 * not mailed for it. Those without a reminder are passed over in the index of last days.
 */
export const listDueReminders = async (
  db: Db,
  { day, after, limit }: { day: string; after: DuePlace | undefined; limit: number },
): Promise<DueReminder[]> => {
  const isAfter = after
    ? sql`(s.current_streak, s.email) < (${after.streak}::integer, ${after.email}::text)`
    : sql`true`;
  const { rows } = await sql<DueReminder>`
    select r.id, s.email, s.current_streak as streak
    from streaks s join streak_reminders r on r.email = s.email
    where upper(s.read_days) = ${day}::date and ${isAfter} and ${isDue(day)}
    order by s.current_streak desc, s.email desc limit ${limit}`.execute(db);
  return rows;
};

/**
 * Records a reminder before it leaves, unless its reader has read meanwhile, turned it off, or was mailed
 * for the day. Returns the address and the streak.
 */
export const claimReminder = async (
  db: Db,
  { id, day }: { id: string; day: string },
): Promise<DuePlace | undefined> => {
  const [claimed] = await runPrepared(
    db,
    sql<DuePlace>`
    with claimed as (
      update streak_reminders r set mailed_on = ${day}::date from streaks s
      where r.id = ${id}::bigint and ${isDue(day)} and s.email = r.email and upper(s.read_days) = ${day}::date
      returning r.id, r.email, s.current_streak
    ), attempt as (
      insert into streak_reminder_attempts (reminder_id, day) select id, ${day}::date from claimed
      on conflict (reminder_id) do update set day = excluded.day, in_doubt = false
    )
    select email, current_streak as streak from claimed`.compile(db),
  );
  return claimed;
};

/** Ends an attempt whose outcome is known. */
export const deleteAttempt = async (db: Db, id: string): Promise<void> => {
  await runPrepared(
    db,
    sql`delete from streak_reminder_attempts where reminder_id = ${id}::bigint`.compile(db),
  );
};

/** Takes an attempt back that sent nothing, so that the reminder is due again. */
export const releaseReminder = async (
  db: Db,
  { id, day }: { id: string; day: string },
): Promise<void> => {
  await sql`
    with released as (
      delete from streak_reminder_attempts where reminder_id = ${id}::bigint and day = ${day}::date returning reminder_id
    )
    update streak_reminders set mailed_on = null where id = (select reminder_id from released)`.execute(
    db,
  );
};

/** Marks an attempt whose mail may have arrived; it is not repeated. */
export const markInDoubt = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('streak_reminder_attempts')
    .set({ in_doubt: true })
    .where('reminder_id', '=', id)
    .execute();
};

/**
 * Marks the attempts of a process that died as in doubt, and forgets those of earlier days. Returns how
 * many.
 */
export const markAbandonedInDoubt = async (db: Db, day: string): Promise<number> => {
  await sql`delete from streak_reminder_attempts where day < ${day}::date`.execute(db);
  const { numUpdatedRows } = await db
    .updateTable('streak_reminder_attempts')
    .set({ in_doubt: true })
    .where('in_doubt', '=', false)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Counts the reminders of the last day that may have arrived or not. */
export const countInDoubt = async (db: Db): Promise<number> => {
  const { reminders } = await db
    .selectFrom('streak_reminder_attempts')
    .select(({ fn }) => fn.countAll<string>().as('reminders'))
    .where('in_doubt', '=', true)
    .executeTakeFirstOrThrow();
  return Number(reminders);
};
