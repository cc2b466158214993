import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Lists application names seen in the last minute; a pooler reports those of its last users. The embedded
 * database has none.
 */
export const listApplications = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and state_change > now() - interval '1 minute'`.execute(db);
  return rows.map(({ name }) => name);
};
