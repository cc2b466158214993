import { recordAct } from '../audit/service.ts';
import { type Context, inTransaction, requireRole } from '../context.ts';
import type { RunRecord } from './job.ts';
import type { JobRunner } from './runner.ts';

/**
 * Runs a job now, whatever its schedule, and returns how that went.
 *
 * @throws AppError `forbidden`, `job-not-found`, `job-running`
 */
export const runJobNow = async (
  ctx: Context,
  jobs: Pick<JobRunner, 'run'>,
  name: string,
): Promise<RunRecord> => {
  requireRole(ctx.actor, 'admin');
  const run = await jobs.run(name);
  const changes = [{ field: 'outcome', after: run.outcome }];
  await inTransaction(ctx, (tx) =>
    recordAct(tx, { action: 'jobs.run', target: `job:${name}`, changes }),
  );
  return run;
};
