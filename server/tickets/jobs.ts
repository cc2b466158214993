import { insertSnoozeHints } from '../../db/tickets/snoozes.ts';
import { countAccentedTexts, unaccentTexts } from '../../db/tickets/unaccented.ts';
import { minuteMs } from '../core/civil-time.ts';
import { inTransaction } from '../core/context.ts';
import type { Job } from '../jobs/job.ts';
import { inTurns } from '../jobs/turns.ts';
import { sendDueMails } from '../outbox/send.ts';
import { saveDueReplies } from './replying/scheduled-replies.ts';

/** Saves and sends due scheduled replies and mails. Every process runs it and claims each one first. */
export const sendMailsJob: Job = {
  name: 'send-mails',
  schedule: '*/10 * * * * *',
  mode: 'every-process',
  run: async (ctx, { signal }) => {
    await saveDueReplies(ctx);
    await sendDueMails(ctx, signal);
  },
};

/** Notifies open pages of snoozes that ended; lists already ignore those. */
export const endSnoozesJob: Job = {
  name: 'end-snoozes',
  schedule: '* * * * *',
  mode: 'once',
  run: (ctx) => inTransaction(ctx, (tx) => insertSnoozeHints(tx.db, tx.now())),
};

/** A batch takes under a second, during which new messages of its tickets wait. */
const textsAtOnce = 100;
const turnMs = 50_000;

/** Indexes texts of an older version without accents; until then searches find them with accents only. */
export const unaccentTextsJob: Job = {
  name: 'unaccent-texts',
  schedule: '* * * * *',
  mode: 'once',
  windowMs: minuteMs,
  run: (ctx, { signal }) =>
    inTurns(ctx, { signal, turnMs }, async () => {
      const count = await inTransaction(ctx, (tx) => unaccentTexts(tx.db, textsAtOnce));
      return count === textsAtOnce;
    }),
  countLeft: ({ db }) => countAccentedTexts(db),
};
