import { type Context, onlyService, requireRole } from '../core/context.ts';
import { fileMail } from './file/file-mail.ts';
import type { IngestResult, MailSource, Reprocessing } from './file/record.ts';
import { readInWorker } from './read-in-worker.ts';
import { keepOriginal } from './receive/originals.ts';

// A mail passes these steps:
// 1. `keepOriginal` stores its bytes (Original) before anything else happens.
// 2. `readInWorker` parses it in a worker thread (ReadMail), or returns why it cannot (Unread).
// 3. `judge` decides about it: a person's mail, a bounce, or set aside (MailDecision).
// 4. `stageFiles` checks its files and stores them (StagedFile).
// 5. `lockAnswered` finds the ticket or the forward that it answers (Answered).
// 6. `recordMail` inserts its row (MailRecord), unless it is a copy.
// 7. `openTicket`, `addReply` or `addNoteOfAnswer` writes it (Written), and `addFiles` adds its files;
//    `fileBounce` and `setAside` store the others (IngestResult).

/**
 * Turns a raw mail (RFC 5322) into a new ticket or a message of the ticket that it replies to; ingesting it
 * again changes nothing. A mail that no person sent, or that cannot be processed, is set aside with a
 * reason. Throws only if the database or the storage is unavailable; only the original is then stored, and
 * the mail can be ingested again. A retry ignores the sender's limit.
 * @throws AppError `forbidden`, `unavailable`; `mail-not-found` if the mail of a retry is no longer set
 * aside
 */
export const ingestMail = async (
  ctx: Context,
  raw: Buffer,
  origin: MailSource,
  retry?: Reprocessing,
): Promise<IngestResult> => {
  requireRole(ctx, 'agent');
  const original = await keepOriginal(ctx, raw);
  const mail = await readInWorker(ctx, raw, original.hash);
  return fileMail(ctx, mail, original.hash, { raw, original, origin, retry });
};

/** Sets aside a mail that is too large to be fetched from its mailbox. */
export const quarantineOversized = async (
  ctx: Context,
  origin: Extract<MailSource, { source: 'imap' }>,
): Promise<IngestResult> => {
  onlyService(ctx);
  const { mailbox, uidValidity, lastUid } = origin.position;
  const hash = `imap:${mailbox}:${uidValidity}:${lastUid}`;
  const arrival = { raw: null, original: undefined, origin, retry: undefined };
  return fileMail(ctx, 'too-large', hash, arrival);
};
