import type { Job } from '../jobs/job.ts';
import { sendDueWebhooks } from './send.ts';

/**
 * Sends the events that are due. Every process runs it: an endpoint is claimed before it is sent
 * to.
 */
export const sendWebhooksJob: Job = {
  name: 'send-webhooks',
  schedule: '*/10 * * * * *',
  mode: 'every-process',
  run: (ctx, { signal }) => sendDueWebhooks(ctx, signal),
};
