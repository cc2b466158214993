import { sql } from 'kysely';
import type { Db } from '../../db/connection/database.ts';

/** Makes every run of a job older: the database's clock decides about leases and pauses. */
export const ageRuns = async (db: Db, ms: number): Promise<void> => {
  const age = sql`${ms} * interval '1 millisecond'`;
  await sql`update job_runs set lease_until = lease_until - ${age}, retry_at = retry_at - ${age}`.execute(
    db,
  );
};
