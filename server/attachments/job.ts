import type { Job } from '../jobs/job.ts';
import { reconcileAttachments } from './janitor.ts';

/** Cleans up failed uploads and deletions every ten minutes. */
export const attachmentsJanitor: Job = {
  name: 'attachments-janitor',
  schedule: '*/10 * * * *',
  mode: 'once',
  run: async (ctx) => {
    const { removed, failed } = await reconcileAttachments(ctx, { dryRun: false });
    ctx.log.info({ removed: removed.length, failed: failed.length }, 'attachments reconciled');
  },
};
