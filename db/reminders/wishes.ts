import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** Returns true if the reader (an e-mail in lower case) has the reminder on. */
export const isReminderEnabled = async (db: Db, email: string): Promise<boolean> => {
  const row = await db
    .selectFrom('streak_reminders')
    .select('enabled')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.enabled ?? false;
};

/** Stores a reader's wish; returns false if it was the same before. */
export const upsertReminder = async (
  tx: Tx,
  { email, enabled, at }: { email: string; enabled: boolean; at: Date },
): Promise<boolean> => {
  const changes = { enabled, changed_at: at };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('streak_reminders')
    .values({ email, ...changes })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet(changes)
        .where('streak_reminders.enabled', '<>', enabled),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
};

/**
 * Turns a reminder off. With `day`, only if the wish is not newer than that day in São Paulo (`YYYY-MM-DD`).
 * Returns the reader's e-mail; undefined if nothing changed.
 */
export const disableReminder = async (
  tx: Tx,
  { id, at, day }: { id: string; at: Date; day?: string },
): Promise<string | undefined> => {
  const wishedUntil = sql<boolean>`(changed_at at time zone 'America/Sao_Paulo')::date <= ${day}::date`;
  let query = tx
    .updateTable('streak_reminders')
    .set({ enabled: false, changed_at: at })
    .where('id', '=', id)
    .where('enabled', '=', true);
  if (day !== undefined) query = query.where(wishedUntil);
  return (await query.returning('email').executeTakeFirst())?.email;
};

export const countReminders = async (db: Db): Promise<number> => {
  const { readers } = await db
    .selectFrom('streak_reminders')
    .select(({ fn }) => fn.countAll<string>().as('readers'))
    .where('enabled', '=', true)
    .executeTakeFirstOrThrow();
  return Number(readers);
};
