import { type ExpressionBuilder, sql, type UpdateObject } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { Schema } from '../schema.ts';
import { clock, fromNow, isPast, leaseFor } from './work-rows.ts';

export interface RunKey {
  job: string;
  scheduledFor: Date;
}

/** `fence` increases with every claim, so an older holder can no longer write. */
export interface HeldRun extends RunKey {
  fence: number;
}

export interface JobRunRow extends RunKey {
  attempts: number;
  startedAt: Date;
  doneAt: Date | null;
  retryAt: Date | null;
  error: string | null;
  held: boolean;
}

/** Claims a run; undefined if it is held, done or not due, or another run of the job is held. */
export const claimRun = async (
  db: Db,
  key: RunKey,
  holder: { owner: string; leaseMs: number },
): Promise<HeldRun | undefined> => {
  const { rows } = await sql<{ fence: number }>`
    insert into job_runs as run (job, scheduled_for, owner, lease_until, started_at)
    select ${key.job}::text, ${key.scheduledFor}::timestamptz, ${holder.owner}::text,
      ${fromNow(holder.leaseMs)}, ${clock}
    where not exists (
      select from job_runs other
      where other.job = ${key.job} and other.scheduled_for <> ${key.scheduledFor}
        and other.done_at is null and other.lease_until > ${clock}
    )
    on conflict (job, scheduled_for) do update set
      owner = excluded.owner, lease_until = excluded.lease_until, started_at = excluded.started_at,
      attempts = run.attempts + 1, retry_at = null, error = null
    where run.done_at is null and ${isPast('run.lease_until')} and (run.retry_at is null or ${isPast('run.retry_at')})
    returning attempts as fence
  `.execute(db);
  return rows[0] && { ...key, fence: rows[0].fence };
};

/** Extends the lease of a run; returns false if the run was lost. */
export const extendLease = (db: Db, run: HeldRun, leaseMs: number): Promise<boolean> =>
  updateHeld(db, run, leaseFor(leaseMs));

/** Marks a run as done; returns false if the run was lost. */
export const finishRun = (db: Db, run: HeldRun): Promise<boolean> =>
  updateHeld(db, run, { done_at: clock });

/** Stores that a run failed; any process may retry it after a pause. Returns false if the run was lost. */
export const failRun = (
  db: Db,
  run: HeldRun,
  { error, pauseMs }: { error: string; pauseMs: number },
): Promise<boolean> =>
  updateHeld(db, run, { lease_until: clock, error, retry_at: fromNow(pauseMs) });

const updateHeld = async (
  db: Db,
  run: HeldRun,
  changes: UpdateObject<Schema, 'job_runs'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('job_runs')
    .set(changes)
    .where(isHeld(run))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/**
 * Locks a run, so that no process can take it over in this transaction. Returns false if the run was lost.
 */
export const lockHeldRun = async (tx: Tx, run: HeldRun): Promise<boolean> => {
  const query = tx.selectFrom('job_runs').select('job').where(isHeld(run)).forShare();
  return (await query.executeTakeFirst()) !== undefined;
};

const isHeld = (run: HeldRun) => (where: ExpressionBuilder<Schema, 'job_runs'>) =>
  where.and([
    where('job', '=', run.job),
    where('scheduled_for', '=', run.scheduledFor),
    where('attempts', '=', run.fence),
    where('done_at', 'is', null),
    // A job that fails must not commit anything after its failure is stored.
    where('retry_at', 'is', null),
  ]);

const columns = sql`
  job, scheduled_for as "scheduledFor", attempts, started_at as "startedAt", done_at as "doneAt", retry_at as "retryAt",
  error, done_at is null and lease_until > ${clock} as held
`;

export const findRun = async (db: Db, key: RunKey): Promise<JobRunRow | undefined> => {
  const { rows } = await sql<JobRunRow>`
    select ${columns} from job_runs where job = ${key.job} and scheduled_for = ${key.scheduledFor}
  `.execute(db);
  return rows[0];
};

/** Lists the latest run of each job, and when the job last succeeded. */
export const listLatestRuns = async (
  db: Db,
  jobs: readonly string[],
): Promise<(JobRunRow & { lastSuccessAt: Date | null; firstRunAt: Date })[]> => {
  const { rows } = await sql<JobRunRow & { lastSuccessAt: Date | null; firstRunAt: Date }>`
    select latest.*, success.done_at as "lastSuccessAt",
      (select min(scheduled_for) from job_runs where job = names.job) as "firstRunAt"
    from unnest(${[...jobs]}::text[]) as names (job)
    cross join lateral (
      select ${columns} from job_runs
      where job = names.job order by scheduled_for desc limit 1
    ) latest
    left join lateral (
      select done_at from job_runs where job = names.job and done_at is not null
      order by scheduled_for desc limit 1
    ) success on true
  `.execute(db);
  return rows;
};

/** Deletes the runs of a job that were scheduled before a moment, except held ones. */
export const deleteRunsBefore = async (db: Db, job: string, moment: Date): Promise<void> => {
  await db
    .deleteFrom('job_runs')
    .where('job', '=', job)
    .where('scheduled_for', '<', moment)
    .where(isPast('lease_until'))
    .execute();
};
