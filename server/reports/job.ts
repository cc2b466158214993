import { addDays, civilDayOf, hourMs } from '../core/civil-time.ts';
import type { Job } from '../jobs/job.ts';
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
};

/**
 * Mails the summary of last week to addresses on Monday mornings, as one mail. A repeated attempt has the
 * same Message-ID.
 */
export const summaryMailJob = ([address, ...copies]: readonly [string, ...string[]]): Job => ({
  name: 'mail-summary',
  schedule: '0 8 * * 1',
  mode: 'once',
  windowMs: 12 * hourMs,
  run: async (ctx, { scheduledFor, signal }) => {
    if (!ctx.mail || ctx.mail.paused) {
      ctx.log.warn('mail is off: no summary of the week was sent');
      return;
    }
    const summary = await summarizeWeek(ctx, { week: addDays(civilDayOf(scheduledFor), -7) });
    const result = await ctx.mail.send(
      {
        ...summaryMail(summary),
        mailId: `<summary-${summary.week}@${ctx.mail.domain}>`,
        to: { address, name: null },
        cc: copies.map((email) => ({ email, name: null })),
        automatic: true,
        thread: [],
      },
      signal,
    );
    if (result.outcome === 'sent') return;
    // The mail may have arrived, and a second one would be worse than none.
    if (result.outcome === 'unknown') ctx.log.warn({ result }, 'the summary may not have arrived');
    else throw new Error(`the summary was not sent: ${result.reason}`);
  },
});
