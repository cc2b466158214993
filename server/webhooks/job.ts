import type { Job } from '../jobs/job.ts';
import { sendDueWebhooks } from './send.ts';

/** Every process runs it: each endpoint is claimed first. */
export const sendWebhooksJob: Job = {
  name: 'send-webhooks',
  schedule: '*/10 * * * * *',
  mode: 'every-process',
  run: (ctx, { signal }) => sendDueWebhooks(ctx, signal),
};
