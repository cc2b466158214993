import type { Job } from '../jobs/job.ts';
import { removeExpiredKeys } from './service.ts';

/** Deletes expired idempotency keys, hourly. */
export const idempotencyCleanup: Job = {
  name: 'idempotency-cleanup',
  schedule: '25 * * * *',
  mode: 'once',
  run: async (ctx) => {
    ctx.log.info({ removed: await removeExpiredKeys(ctx) }, 'expired idempotency keys removed');
  },
};
