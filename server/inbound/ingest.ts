import { isPending } from '../../db/inbound/attachment-progress.ts';
import * as inbound from '../../db/inbound/inbound.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  onlyService,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { toAppError } from '../core/errors.ts';
import { storeAttachments } from './attachments.ts';
import { takeBounce } from './bounce.ts';
import { judge, knownOf, type PersonMail, type Unread, type Verdict } from './judge.ts';
import { keepOriginal, type Original } from './originals.ts';
import type { ReadMail } from './parse.ts';
import { takePersonMail } from './person-mail.ts';
import { readInThread } from './reader.ts';
import {
  type Arrival,
  advancePosition,
  type Ingested,
  type KnownMail,
  keepAside,
  type MailSource,
  type Retry,
  setAside,
  takeFromAside,
} from './store.ts';
import { TicketMoved } from './thread.ts';

/** A mail that was fetched. */
interface Arriving extends Arrival {
  raw: Buffer;
  original: Original;
}

/**
 * Makes a raw mail (RFC 5322) a new ticket or a message of the one it replies to, once however
 * often it is ingested; what is no person's, or cannot be processed, is set aside with a reason.
 * The mail as it came is in the storage before anything else happens. Throws only if the database
 * or the storage is unavailable: then nothing, or all but its attachments and its position, is
 * stored, and ingesting it again finishes it. A retry takes the mail off the list in the
 * transaction that completes it, and its sender's limit does not apply.
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
  const arrival = { raw, original, origin, retry };
  const mail = await readInThread(ctx, raw, original.hash);
  const verdict = judge(mail, { released: retry?.released ?? false });
  const { inboundId, ...ingested } = await storeOrQuarantine(ctx, mail, verdict, arrival);
  if (verdict.as === 'person') await finishAttachments(ctx, verdict.mail, inboundId, arrival);
  ctx.metrics.inboundMail(ingested.outcome);
  return ingested;
};

/** Notes a mail that is too large to be fetched from its mailbox. */
export const quarantineOversized = async (
  ctx: Context,
  origin: Extract<MailSource, { source: 'imap' }>,
): Promise<Ingested> => {
  onlyService(ctx);
  const { mailbox, uidValidity, lastUid } = origin.position;
  const known = knownOf('too-large', `imap:${mailbox}:${uidValidity}:${lastUid}`);
  const fate = { outcome: 'quarantined', reason: 'too-large' } as const;
  const ingested = await inTransaction(ctx, async (tx) => {
    await advancePosition(tx, origin);
    return setAside(tx, known, fate, {
      origin,
      original: undefined,
      raw: null,
      retry: undefined,
    });
  });
  ctx.metrics.inboundMail(ingested.outcome);
  return ingested;
};

/** Refusals that say nothing about the mail. */
const passesOn = new Set(['unavailable', 'mail-not-found']);

/** Stores what a mail becomes. One that the database refuses must not stop the next ones. */
const storeOrQuarantine = async (
  ctx: CheckedContext,
  mail: ReadMail | Unread,
  verdict: Verdict,
  arrival: Arriving,
): Promise<Ingested & { inboundId?: number }> => {
  const known = knownOf(mail, arrival.original.hash);
  try {
    return await inTransaction(ctx, (tx) => store(tx, known, verdict, arrival));
  } catch (error) {
    if (error instanceof TicketMoved) return storeOrQuarantine(ctx, mail, verdict, arrival);
    if (passesOn.has(toAppError(error).code)) throw error;
    ctx.log.error({ err: error }, 'ingesting a mail failed');
    const failed = knownOf('unreadable', arrival.original.hash);
    const fate = { as: 'quarantined', reason: 'failed' } as const;
    return inTransaction(ctx, (tx) => store(tx, failed, fate, arrival));
  }
};

/**
 * Attachments are stored after the commit; then the position moves, and the mail of a retry leaves
 * the list, with them.
 */
const store = async (
  tx: TxContext,
  known: KnownMail,
  verdict: Verdict,
  arrival: Arriving,
): Promise<Ingested & { inboundId?: number }> => {
  const isWhole = verdict.as !== 'person' || verdict.mail.attachments.length === 0;
  if (arrival.retry) {
    if (isWhole) await endRetry(tx, arrival.retry);
    else await keepAside(tx, arrival.retry.retryOf);
  }
  if (isWhole) await advancePosition(tx, arrival.origin);
  switch (verdict.as) {
    case 'person':
      return takePersonMail(tx, known, verdict.mail, arrival);
    case 'bounce':
      return takeBounce(tx, known, verdict.mail.bounce, arrival);
    default:
      return setAside(tx, known, { outcome: verdict.as, reason: verdict.reason }, arrival);
  }
};

const endRetry = (tx: TxContext, { retryOf, released }: Retry): Promise<void> =>
  takeFromAside(tx, retryOf, released ? 'inbound.release' : 'inbound.retry');

/**
 * Stores the attachments of a mail whose message is stored, unless they are, and completes the
 * mail.
 */
const finishAttachments = async (
  ctx: CheckedContext,
  { attachments }: PersonMail,
  inboundId: number | undefined,
  { origin, retry }: Arriving,
): Promise<void> => {
  if (attachments.length === 0) return;
  const isUnfinished = inboundId !== undefined && (await isPending(ctx.db, inboundId));
  if (isUnfinished) await storeAttachments(ctx, inboundId, attachments);
  await inTransaction(ctx, async (tx) => {
    if (isUnfinished) await inbound.updateInbound(tx.db, inboundId, { attachments_pending: false });
    if (retry) await endRetry(tx, retry);
    await advancePosition(tx, origin);
  });
};
