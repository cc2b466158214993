import { deleteExpiredKeys } from '../../db/signing-keys.ts';
import type { Job } from '../jobs/job.ts';
import { reconcileAttachments } from './janitor.ts';
import { scanQuarantined } from './quarantine.ts';

/** Cleans up failed uploads and deletions, and replaced keys of download addresses, every ten minutes. */
export const attachmentsJanitor: Job = {
  name: 'attachments-janitor',
  schedule: '*/10 * * * *',
  mode: 'once',
  run: async (ctx) => {
    const { removed, failed } = await reconcileAttachments(ctx, { dryRun: false });
    await deleteExpiredKeys(ctx.db, ctx.now());
    ctx.log.info({ removed: removed.length, failed: failed.length }, 'attachments reconciled');
  },
};

/** Scans quarantined attachments again every minute. */
export const scanQuarantinedJob: Job = {
  name: 'scan-quarantined',
  schedule: '* * * * *',
  mode: 'once',
  windowMs: 60_000,
  retryPausesMs: [30_000],
  run: async (ctx, { signal }) => {
    const result = await scanQuarantined(ctx, signal);
    if (Object.values(result).some((count) => count > 0)) {
      ctx.log.info(result, 'quarantined attachments scanned');
    }
  },
};
