import { countMissingDays } from '../../db/reports/response-days.ts';
import { addDays, civilDayOf, hourMs } from '../core/civil-time.ts';
import type { Job } from '../jobs/job.ts';
import { requireMail, sendNotice } from '../outbox/notice.ts';
import { foldResponseTimes, foldTicketCounts } from './ledger.ts';
import { summarizeWeek } from './summary.ts';
import { summaryMail } from './summary-mail.ts';

/** Folds ticket deltas into the ledgers every minute, so that reports stay fast. */
export const foldTicketCountsJob: Job = {
  name: 'fold-ticket-counts',
  schedule: '* * * * *',
  mode: 'every-process',
  run: async (ctx, { signal }) => {
    const moved = await foldTicketCounts(ctx);
    const days = await foldResponseTimes(ctx, signal);
    if (moved + days > 0) ctx.log.debug({ moved, days }, 'ticket counts folded');
  },
  countLeft: ({ db }) => countMissingDays(db),
};

/**
 * Mails the summary of last week to addresses on Monday mornings, as one mail. A repeated attempt has the
 * same Message-ID. Fails while mail is off, and is tried again until the evening.
 */
export const summaryMailJob = (to: readonly [string, ...string[]]): Job => ({
  name: 'mail-summary',
  schedule: '0 8 * * 1',
  mode: 'once',
  windowMs: 12 * hourMs,
  run: async (ctx, { scheduledFor, signal }) => {
    requireMail(ctx);
    const summary = await summarizeWeek(ctx, { week: addDays(civilDayOf(scheduledFor), -7) });
    await sendNotice(ctx, { ...summaryMail(summary), id: `summary-${summary.week}`, to }, signal);
  },
});
