import type { Job } from '../jobs/job.ts';
import { foldTicketCounts } from './ledger.ts';

/** Keeps reports fast: what ticket writers have counted goes into the ledgers each minute, by whichever process is first. */
export const foldTicketCountsJob: Job = {
  name: 'fold-ticket-counts',
  schedule: '* * * * *',
  mode: 'every-process',
  run: async (ctx) => {
    const moved = await foldTicketCounts(ctx);
    if (moved > 0) ctx.log.debug({ moved }, 'ticket counts folded');
  },
};
