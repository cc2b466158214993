import { insertSnoozeHints } from '../../db/tickets/snoozes.ts';
import { unaccentTexts } from '../../db/tickets/unaccented.ts';
import { minuteMs } from '../core/civil-time.ts';
import { inTransaction } from '../core/context.ts';
import type { Job } from '../jobs/job.ts';
import { sendDueMails } from '../outbox/send.ts';
import { saveDueReplies } from './replying/scheduled-replies.ts';

/** Saves and sends scheduled replies and mails that are due. Every process runs it: each is claimed first. */
export const sendMailsJob: Job = {
  name: 'send-mails',
  schedule: '*/10 * * * * *',
  mode: 'every-process',
  run: async (ctx, { signal }) => {
    await saveDueReplies(ctx);
    await sendDueMails(ctx, signal);
  },
};

/** Notifies open pages of snoozes that ended: lists ignore those anyway. */
export const endSnoozesJob: Job = {
  name: 'end-snoozes',
  schedule: '* * * * *',
  mode: 'once',
  run: (ctx) => inTransaction(ctx, (tx) => insertSnoozeHints(tx.db, tx.now())),
};

/** Takes under a second, in which new messages of these tickets wait. */
const textsAtOnce = 100;
const turnMs = 50_000;

/** Indexes texts of an older version without accents; until then searches find them with accents only. */
export const unaccentTextsJob: Job = {
  name: 'unaccent-texts',
  schedule: '* * * * *',
  mode: 'once',
  windowMs: minuteMs,
  run: async (ctx, { signal }) => {
    const end = Date.now() + turnMs;
    let count = textsAtOnce;
    while (count === textsAtOnce && Date.now() < end) {
      signal.throwIfAborted();
      count = await inTransaction(ctx, (tx) => unaccentTexts(tx.db, textsAtOnce));
    }
  },
};
