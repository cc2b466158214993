import { deleteOldHints } from '../../db/hints/hints.ts';
import { deleteChangesBefore } from '../../db/tickets/changes.ts';
import { hourMs } from '../core/civil-time.ts';
import type { Job } from '../jobs/job.ts';
import { removeExpiredKeys } from './service.ts';

const hintsAgeMs = hourMs;

export const idempotencyCleanup: Job = {
  name: 'idempotency-cleanup',
  schedule: '25 * * * *',
  mode: 'once',
  run: async (ctx) => {
    ctx.log.info({ removed: await removeExpiredKeys(ctx) }, 'expired idempotency keys removed');
    ctx.log.info({ removed: await deleteOldHints(ctx.db, hintsAgeMs) }, 'old hints removed');
    await deleteChangesBefore(ctx.db, new Date(ctx.now().getTime() - hourMs));
  },
};
