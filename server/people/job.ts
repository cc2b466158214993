import { hourMs } from '../core/civil-time.ts';
import type { Job } from '../jobs/job.ts';
import { enforceRetention, prepareMonths } from './retention.ts';

/**
 * Removes every night records older than the configured days, and creates the partitions of the coming
 * months.
 */
export const retentionJob: Job = {
  name: 'retention',
  schedule: '30 3 * * *',
  mode: 'once',
  windowMs: 3 * hourMs,
  // The first night after a shorter limit has millions of rows to remove.
  limitMs: 3 * hourMs,
  run: async (ctx, { signal }) => {
    await prepareMonths(ctx);
    ctx.log.info({ removed: await enforceRetention(ctx, signal) }, 'retention enforced');
  },
};
