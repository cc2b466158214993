import type { Job } from '../jobs/job.ts';
import { reconcileAttachments } from './janitor.ts';

/** Finishes every ten minutes what crashed or failed uploads and deletions left. */
export const attachmentsJanitor: Job = {
  name: 'attachments-janitor',
  schedule: '*/10 * * * *',
  mode: 'once',
  run: async (ctx) => {
    const { removed, failed } = await reconcileAttachments(ctx, { dryRun: false });
    ctx.log.info({ removed: removed.length, failed: failed.length }, 'attachments reconciled');
  },
};
