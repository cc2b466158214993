import { sql } from 'kysely';
import type { Db } from '../../db/connection/database.ts';

/** Makes every mail of the outbox older: the database's clock decides about them. */
export const ageMails = async (db: Db, minutes: number): Promise<void> => {
  const age = sql`make_interval(mins => ${minutes}::integer)`;
  await sql`
    update outbox set due_at = due_at - ${age}, undo_until = undo_until - ${age}, lease_until = lease_until - ${age},
      last_attempt_at = last_attempt_at - ${age}, created_at = created_at - ${age}, sent_at = sent_at - ${age}
  `.execute(db);
};
