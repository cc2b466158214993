import { deleteExpiredKeys } from '../../db/auth/signing-keys.ts';
import { recordErasures } from '../erasure-ledger/erasure-ledger.ts';
import type { Job } from '../jobs/job.ts';
import { reconcileAttachments } from './janitor.ts';

/** Cleans up uploads, deletions and replaced keys, and writes erasures that are missing in the ledger. */
export const attachmentsJanitor: Job = {
  name: 'attachments-janitor',
  schedule: '*/10 * * * *',
  mode: 'once',
  run: async (ctx) => {
    const { removed, failed } = await reconcileAttachments(ctx, { dryRun: false });
    await deleteExpiredKeys(ctx.db, ctx.now());
    await recordErasures(ctx);
    ctx.log.info({ removed: removed.length, failed: failed.length }, 'attachments reconciled');
  },
};
