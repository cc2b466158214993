import type { Job } from '../jobs/job.ts';
import { sendDueMails } from './outbox.ts';

/** Sends what could not be sent at once. Every process does: a mail has one sender however many look. */
export const sendMailsJob: Job = {
  name: 'send-mails',
  schedule: '* * * * *',
  mode: 'every-process',
  run: (ctx, { signal }) => sendDueMails(ctx, signal),
};
