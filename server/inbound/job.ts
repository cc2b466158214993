import { findPosition } from '../../db/inbound/positions.ts';
import { minuteMs } from '../core/civil-time.ts';
import type { Job } from '../jobs/job.ts';
import { ingestMail, quarantineOversized } from './ingest.ts';
import { removeOriginals } from './receive/originals.ts';

const turnMs = 55_000;

/**
 * Reads the mailbox in one process at a time, for most of a minute; the next run continues. During a run,
 * new mails are read when the server reports them (IMAP IDLE).
 */
export const readMailboxJob: Job = {
  name: 'read-mailbox',
  schedule: '* * * * *',
  mode: 'once',
  windowMs: minuteMs,
  retryPausesMs: [10_000],
  run: async (ctx, { signal }) => {
    const { mailbox } = ctx;
    await mailbox?.read(
      await findPosition(ctx.db, mailbox.name),
      async ({ uidValidity, uid, raw }) => {
        const position = { mailbox: mailbox.name, uidValidity, lastUid: uid };
        const origin = { source: 'imap', position } as const;
        await (raw ? ingestMail(ctx, raw, origin) : quarantineOversized(ctx, origin));
      },
      AbortSignal.any([signal, AbortSignal.timeout(turnMs)]),
    );
  },
};

export const removeOriginalsJob: Job = {
  name: 'remove-originals',
  schedule: '*/10 * * * *',
  mode: 'once',
  run: async (ctx, { signal }) => {
    const removed = await removeOriginals(ctx, signal);
    if (removed > 0) ctx.log.info({ removed }, 'originals of mails removed');
  },
};
