import { deleteSnoozesBefore } from '../../db/tickets/snoozes.ts';
import { unaccentTexts } from '../../db/tickets/unaccented.ts';
import { minuteMs } from '../core/civil-time.ts';
import { inTransaction } from '../core/context.ts';
import type { Job } from '../jobs/job.ts';

/** Brings snoozed tickets back into the queue; lists leave out those of the past anyway. */
export const endSnoozesJob: Job = {
  name: 'end-snoozes',
  schedule: '* * * * *',
  mode: 'once',
  run: (ctx) => inTransaction(ctx, (tx) => deleteSnoozesBefore(tx.db, tx.now())),
};

/** As many as are written in less than a second: new messages of their tickets wait for it. */
const textsAtOnce = 100;
const turnMs = 50_000;

/**
 * Adds the words without accents to texts that an older version stored. Until it is done, searches
 * find these by the words as they are written.
 */
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
