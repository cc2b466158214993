import type { Job } from '../jobs/job.ts';
import { sendDueWebhooks } from './send.ts';

/** Sends webhooks. Every process runs it and claims each endpoint first. */
export const sendWebhooksJob: Job = {
  name: 'send-webhooks',
  schedule: '*/10 * * * * *',
  mode: 'every-process',
  run: (ctx, { signal }) => sendDueWebhooks(ctx, signal),
};
