import type { z } from 'zod';
import { sumTokensToday } from '../../db/ai/model-tokens.ts';
import { countQuarantined } from '../../db/attachment-quarantine/quarantine.ts';
import { sumReadyAttachments } from '../../db/attachments/attachments.ts';
import { listApplications } from '../../db/connection/applications.ts';
import { countQuarantinedMails, countUnseen } from '../../db/inbound/set-aside.ts';
import { countUnsentMails } from '../../db/outbox/outbox.ts';
import { countInDoubt } from '../../db/reminders/attempts.ts';
import { countFailingRules } from '../../db/rules/runs.ts';
import { listWebhooks } from '../../db/webhooks/webhooks.ts';
import { recordAct } from '../audit/service.ts';
import type { Redis } from '../clients/redis.ts';
import { abortable } from '../core/abortable.ts';
import { type Context, inTransaction, requireRole } from '../core/context.ts';
import type { RunRecord } from '../jobs/job.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { applicationName, applicationOf } from '../telemetry/build-info.ts';
import type { OperationStatus } from './outputs.ts';

const checkMs = 2_000;

/** Returns the state of jobs and dependencies. @throws AppError `forbidden` */
export const getStatus = async (
  ctx: Context,
  jobs: Pick<JobRunner, 'list'>,
  redis: Pick<Redis, 'guard' | 'send'> | undefined,
): Promise<z.output<typeof OperationStatus>> => {
  requireRole(ctx, 'admin');
  const { db } = ctx;
  const redisReply = redis?.guard(() => redis.send(['PING']));
  const storageUsable = isUsable(ctx.storage.check());
  const [
    unsent,
    quarantinedMails,
    unseenMails,
    webhooks,
    tokensToday,
    stored,
    waiting,
    running,
    statuses,
    failingRules,
    remindersInDoubt,
  ] = await Promise.all([
    countUnsentMails(db),
    countQuarantinedMails(db),
    countUnseen(db),
    listWebhooks(db),
    sumTokensToday(db),
    sumReadyAttachments(db),
    countQuarantined(db, ctx.now()),
    listApplications(db),
    jobs.list(),
    countFailingRules(db),
    countInDoubt(db),
  ]);
  return {
    mails: unsent.counts,
    quarantinedMails,
    unseenMails,
    webhooks: {
      failing: webhooks.filter(({ failures }) => failures > 0).length,
    },
    failedJobs: statuses.filter(({ lastRun }) => lastRun?.outcome === 'failed').length,
    failingRules,
    remindersInDoubt,
    model: { tokensToday, tokensPerDay: ctx.config.modelTokensPerDay ?? null },
    storage: { usable: await storageUsable, ...stored, quarantined: waiting.files },
    redis: redisReply === undefined ? null : { usable: (await redisReply) !== undefined },
    replicas: ctx.reads?.replicas.staleness() ?? [],
    versions: [...new Set([applicationName, ...running])].flatMap(applicationOf).toSorted(),
  };
};

/** Returns true if a check succeeds within two seconds. */
const isUsable = (check: Promise<void>): Promise<boolean> =>
  abortable(check, AbortSignal.timeout(checkMs)).then(
    () => true,
    () => false,
  );

/**
 * Lists the jobs with what an upgrade left to each; null for jobs that it leaves nothing.
 * @throws AppError `forbidden`
 */
export const listJobs = async (ctx: Context, jobs: Pick<JobRunner, 'list' | 'countLeft'>) => {
  requireRole(ctx, 'admin');
  const [statuses, left] = await Promise.all([jobs.list(), jobs.countLeft()]);
  return statuses.map((status) => ({ ...status, left: left.get(status.name) ?? null }));
};

/**
 * Runs a job now, ignoring its schedule, and returns the result.
 * @throws AppError `forbidden`, `job-not-found`, `job-running`
 */
export const runJobNow = async (
  ctx: Context,
  jobs: Pick<JobRunner, 'run'>,
  name: string,
): Promise<RunRecord> => {
  requireRole(ctx, 'admin');
  const run = await jobs.run(name);
  const changes = [{ field: 'outcome', after: run.outcome }];
  await inTransaction(ctx, (tx) =>
    recordAct(tx, { action: 'jobs.run', target: `job:${name}`, changes }),
  );
  return run;
};
