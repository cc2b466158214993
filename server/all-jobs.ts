import { scanQuarantinedJob } from './attachment-quarantine/job.ts';
import { attachmentsJanitor } from './attachments/job.ts';
import type { Config } from './config/config.ts';
import { embedTicketsJob } from './embeddings/job.ts';
import { idempotencyCleanup } from './idempotency/job.ts';
import { readMailboxJob, removeOriginalsJob } from './inbound/job.ts';
import type { Job } from './jobs/job.ts';
import { newsletterEventsJob } from './newsletter-events/job.ts';
import { retentionJob } from './people/job.ts';
import { alertEditorsJob, countQuizzesJob, dailyQuizJob, draftQuizJob } from './quiz/job.ts';
import {
  foldStreakCountsJob,
  globalRankingJob,
  pruneStreakCountsJob,
  rankingVisibilityJob,
} from './rankings/job.ts';
import { sendRemindersJob } from './reminders/job.ts';
import { forgetBatchesJob, refreshLexemeCountsJob } from './replies/jobs.ts';
import { foldTicketCountsJob, summaryMailJob } from './reports/job.ts';
import { runRulesJob } from './rules/job.ts';
import { giveDaysJob } from './streaks/job.ts';
import { endSnoozesJob, sendMailsJob, unaccentTextsJob } from './tickets/jobs.ts';
import { sendWebhooksJob } from './webhooks/job.ts';

/**
 * Lists every job of the service. `quizReviewAt` is when a quiz is drafted for review and `reminders.at`
 * when reminders leave, if at all; `quizAlertTo` receives mails about failures of the quiz, `summaryMailTo`
 * the weekly summary.
 */
export const jobsFor = ({
  quizReviewAt,
  quizAlertTo,
  reminders,
  summaryMailTo: [first, ...others],
}: Pick<
  Config,
  'quizReviewAt' | 'quizAlertTo' | 'reminders' | 'summaryMailTo'
>): readonly Job[] => [
  ...(quizReviewAt ? [draftQuizJob(quizReviewAt)] : []),
  ...(first === undefined ? [] : [summaryMailJob([first, ...others])]),
  ...(reminders.at ? [sendRemindersJob(reminders.at)] : []),
  attachmentsJanitor,
  scanQuarantinedJob,
  dailyQuizJob,
  alertEditorsJob(quizAlertTo),
  countQuizzesJob,
  foldTicketCountsJob,
  globalRankingJob,
  rankingVisibilityJob,
  foldStreakCountsJob,
  pruneStreakCountsJob,
  giveDaysJob,
  idempotencyCleanup,
  newsletterEventsJob,
  readMailboxJob,
  removeOriginalsJob,
  retentionJob,
  sendMailsJob,
  sendWebhooksJob,
  refreshLexemeCountsJob,
  forgetBatchesJob,
  embedTicketsJob,
  endSnoozesJob,
  runRulesJob,
  unaccentTextsJob,
];
