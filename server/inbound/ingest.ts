import { type CheckedContext, type Context, onlyService, requireRole } from '../core/context.ts';
import { fileMail } from './file/file-mail.ts';
import type { Ingested, MailSource, Retry } from './file/record.ts';
import { readInThread } from './reader.ts';
import { keepOriginal } from './receive/originals.ts';

/**
 * Makes a raw mail (RFC 5322) a new ticket or a message of the one that it replies to, once however
 * often it is ingested; what is no person's, or cannot be processed, is set aside with a reason.
 * The mail as it came is in the storage before anything else happens. Throws only if the database
 * or the storage is unavailable: then nothing becomes of it, and it can be ingested again. The
 * limit of its sender does not apply to a retry.
 *
 * @throws AppError `forbidden`, `unavailable`; `mail-not-found` if the mail of a retry is not set
 * aside any more
 */
export const ingestMail = async (
  ctx: Context,
  raw: Buffer,
  origin: MailSource,
  retry?: Retry,
): Promise<Ingested> => {
  requireRole(ctx, 'agent');
  const original = await keepOriginal(ctx, raw);
  const mail = await readInThread(ctx, raw, original.hash);
  return counted(ctx, fileMail(ctx, mail, original.hash, { raw, original, origin, retry }));
};

/** Sets a mail aside that is too large to be fetched from its mailbox. */
export const quarantineOversized = async (
  ctx: Context,
  origin: Extract<MailSource, { source: 'imap' }>,
): Promise<Ingested> => {
  onlyService(ctx);
  const { mailbox, uidValidity, lastUid } = origin.position;
  const hash = `imap:${mailbox}:${uidValidity}:${lastUid}`;
  const arrival = { raw: null, original: undefined, origin, retry: undefined };
  return counted(ctx, fileMail(ctx, 'too-large', hash, arrival));
};

const counted = async (ctx: CheckedContext, filing: Promise<Ingested>): Promise<Ingested> => {
  const ingested = await filing;
  ctx.metrics.inboundMail(ingested.outcome);
  return ingested;
};
