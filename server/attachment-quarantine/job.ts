import { minuteMs } from '../core/civil-time.ts';
import type { Job } from '../jobs/job.ts';
import { scanQuarantined } from './service.ts';

/** Scans quarantined attachments again every minute. */
export const scanQuarantinedJob: Job = {
  name: 'scan-quarantined',
  schedule: '* * * * *',
  mode: 'once',
  windowMs: minuteMs,
  retryPausesMs: [30_000],
  run: async (ctx, { signal }) => {
    const result = await scanQuarantined(ctx, signal);
    if (Object.values(result).some((count) => count > 0)) {
      ctx.log.info(result, 'quarantined attachments scanned');
    }
  },
};
