import { z } from 'zod';
import { listOf, moment } from '../trpc/fields.ts';

export const JobRun = z.object({
  scheduledFor: moment,
  startedAt: moment,
  finishedAt: moment.nullable(),
  outcome: z.enum(['running', 'succeeded', 'failed']),
  attempts: z.number(),
  error: z.string().nullable(),
});

export const Jobs = listOf(
  z.object({
    name: z.string(),
    schedule: z.string(),
    nextRun: moment,
    lastRun: JobRun.nullable(),
    lastSuccessAt: moment.nullable(),
    firstRunAt: moment.nullable(),
    left: z.number().nullable().describe('What an upgrade left to do; null: never anything'),
  }),
);

/** Open problems, and the versions and limits of the service. */
export const OperationStatus = z.object({
  mails: z.object({
    pending: z.number(),
    sending: z.number(),
    unknown: z.number(),
    failed: z.number(),
  }),
  quarantinedMails: z.number(),
  /** The set-aside mails that nobody has viewed yet, by reason. */
  unseenMails: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** Disabled webhooks, and those whose last attempt failed. */
  webhooks: z.object({ failing: z.number() }),
  failedJobs: z.number(),
  failingRules: z.number(),
  /** Those of the last day that may have arrived or not, and are not repeated. */
  remindersInDoubt: z.number(),
  /** Null means no limit, and nothing is counted. */
  model: z.object({ tokensToday: z.number(), tokensPerDay: z.number().nullable() }),
  /** `quarantined` files wait for the malware scanner. */
  storage: z.object({
    usable: z.boolean(),
    files: z.number(),
    bytes: z.number(),
    quarantined: z.number(),
  }),
  /** Null if none is configured. */
  redis: z.object({ usable: z.boolean() }).nullable(),
  /** As this process sees them. */
  replicas: z.array(z.object({ replica: z.string(), seconds: z.number(), usable: z.boolean() })),
  /** Those of the processes that used the database within a minute. */
  versions: z.array(z.string()),
});
