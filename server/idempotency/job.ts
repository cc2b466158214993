import type { Job } from '../jobs/job.ts';
import { removeExpiredKeys } from './service.ts';

/** Removes every hour the answers that need no longer be kept. */
export const idempotencyCleanup: Job = {
  name: 'idempotency-cleanup',
  schedule: '25 * * * *',
  mode: 'once',
  run: async (ctx) => {
    ctx.log.info({ removed: await removeExpiredKeys(ctx) }, 'expired answers removed');
  },
};
