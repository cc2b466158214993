import type { Job } from '../jobs/job.ts';
import { foldTicketCounts } from './ledger.ts';

/** Folds ticket count deltas into the ledgers every minute, which keeps reports fast. */
export const foldTicketCountsJob: Job = {
  name: 'fold-ticket-counts',
  schedule: '* * * * *',
  mode: 'every-process',
  run: async (ctx) => {
    const moved = await foldTicketCounts(ctx);
    if (moved > 0) ctx.log.debug({ moved }, 'ticket counts folded');
  },
};
