import { attachmentsJanitor } from '../attachments/job.ts';
import { idempotencyCleanup } from '../idempotency/job.ts';
import { sendMailsJob } from '../mail/jobs.ts';
import { dailyQuizJob } from '../quiz/job.ts';
import { forgetBatchesJob, refreshLexemeCountsJob } from '../replies/jobs.ts';
import { foldTicketCountsJob } from '../reports/job.ts';
import { globalRankingJob } from '../streaks/job.ts';
import type { Job } from './job.ts';

/** Every job of the service. */
export const jobs: readonly Job[] = [
  attachmentsJanitor,
  dailyQuizJob,
  foldTicketCountsJob,
  globalRankingJob,
  idempotencyCleanup,
  sendMailsJob,
  refreshLexemeCountsJob,
  forgetBatchesJob,
];
