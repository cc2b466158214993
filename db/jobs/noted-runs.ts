import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { clock } from './work-rows.ts';

/** Work that the job runner does not start, but whose outcome operators watch as they watch jobs. */
export type NotedRun = 'backup' | 'migrate';

/** Does such work and stores that it failed, until it succeeds. Rethrows. */
export const noteFailure = async <T>(
  db: Db,
  name: NotedRun,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    const result = await work();
    await forgetFailures(db, name);
    return result;
  } catch (error) {
    // The database may be what failed, or have no tables yet.
    await forgetFailures(db, name)
      .then(() => insertRun(db, name, String(error)))
      .catch(() => undefined);
    throw error;
  }
};

/** Stores that such work succeeded; older successes go after 90 days. */
export const noteSuccess = async (db: Db, name: NotedRun): Promise<void> => {
  await sql`
    delete from job_runs where job = ${name} and scheduled_for < ${clock} - interval '90 days'
  `.execute(db);
  await insertRun(db, name, null);
};

const insertRun = async (db: Db, name: NotedRun, error: string | null): Promise<void> => {
  await sql`
    insert into job_runs (job, scheduled_for, owner, lease_until, started_at, done_at, error)
    values (${name}, ${clock}, 'operator', ${clock}, ${clock}, ${error === null ? clock : null}, ${error})
  `.execute(db);
};

/** Deletes the failures of such work, because what failed is done or not wanted any more. */
export const forgetFailures = async (db: Db, name: NotedRun): Promise<void> => {
  await db.deleteFrom('job_runs').where('job', '=', name).where('done_at', 'is', null).execute();
};
