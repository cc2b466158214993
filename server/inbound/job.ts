import { findPosition } from '../../db/inbound/positions.ts';
import { minuteMs } from '../core/civil-time.ts';
import type { Job } from '../jobs/job.ts';
import { ingestMail, quarantineOversized } from './ingest.ts';
import { removeOriginals } from './originals.ts';

const turnMs = 55_000;

/**
 * Reads the mailbox: in one process at a time, for most of a minute; the next run continues. Within
 * a run new mails are read as the server reports them (IMAP IDLE).
 */
export const readMailboxJob: Job = {
  name: 'read-mailbox',
  schedule: '* * * * *',
  mode: 'once',
  windowMs: minuteMs,
  retryPausesMs: [10_000],
  run: async (ctx, { signal }) => {
    const { mailbox } = ctx;
    if (!mailbox) return;
    const turn = AbortSignal.any([signal, AbortSignal.timeout(turnMs)]);
    const position = await findPosition(ctx.db, mailbox.name);
    await mailbox.read(
      position,
      async ({ uidValidity, uid, raw }) => {
        const origin = {
          source: 'imap' as const,
          position: { mailbox: mailbox.name, uidValidity, lastUid: uid },
        };
        if (raw) await ingestMail(ctx, raw, origin);
        else await quarantineOversized(ctx, origin);
      },
      turn,
    );
  },
};

/** Removes the originals that no mail has any more. */
export const removeOriginalsJob: Job = {
  name: 'remove-originals',
  schedule: '*/10 * * * *',
  mode: 'once',
  run: async (ctx, { signal }) => {
    const removed = await removeOriginals(ctx, signal);
    if (removed > 0) ctx.log.info({ removed }, 'originals of mails removed');
  },
};
