import type { Job } from '../jobs/job.ts';
import { saveDueReplies } from '../tickets/later.ts';
import { sendDueMails } from './send.ts';

/**
 * Sends the mails of the outbox that are due. Every process runs it: a mail is claimed before it is
 * sent.
 */
export const sendMailsJob: Job = {
  name: 'send-mails',
  schedule: '*/10 * * * * *',
  mode: 'every-process',
  run: async (ctx, { signal }) => {
    await saveDueReplies(ctx);
    await sendDueMails(ctx, signal);
  },
};
