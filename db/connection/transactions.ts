import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Returns how long the running migration has been at work, and the age of the oldest other transaction, in
 * seconds; 0 if there is none. Without `pg_monitor`, PostgreSQL shows the transactions of our own role alone.
 */
export const readTransactionAges = async (
  db: Db,
): Promise<{ migrationSeconds: number; oldestSeconds: number }> => {
  const { rows } = await sql<{ migrationSeconds: number; oldestSeconds: number }>`
    with migrating as (
      select pid from pg_locks
      where locktype = 'advisory' and granted and objid::bigint = hashtext('migrate')::bigint & 4294967295
    ), ages as (
      select pid, extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
      from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and xact_start is not null
    )
    select
      coalesce(max(seconds) filter (where pid in (select pid from migrating)), 0) as "migrationSeconds",
      coalesce(max(seconds) filter (where pid not in (select pid from migrating)), 0) as "oldestSeconds"
    from ages
  `.execute(db);
  return rows[0] ?? { migrationSeconds: 0, oldestSeconds: 0 };
};
