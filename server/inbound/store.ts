import type { InboundOutcome, InboundRow, MailboxPosition } from '../../db/inbound/inbound.ts';
import * as inbound from '../../db/inbound/inbound.ts';
import { recordAct } from '../audit/service.ts';
import type { TxContext } from '../context.ts';
import { AppError } from '../errors.ts';

/** The outcome of a mail (docs/behaviour.md#inbound-mail). */
export interface Ingested {
  outcome: InboundOutcome | 'duplicate';
  ticketId?: number;
  messageId?: number;
  reason?: string;
}

/** Where a mail came from; its position in the mailbox is stored with what it became. */
export type MailSource = { source: 'gateway' } | { source: 'imap'; position: MailboxPosition };

/** A mail as it is stored. */
export interface StoredMail {
  dedupeKey: string;
  mailId: string | null;
  sender: string | null;
  verified: boolean;
  /** The mail itself, if it goes to quarantine. */
  raw: Buffer | null;
  outcome: InboundOutcome;
  reason: string | null;
}

/** Stores a mail and returns its id; undefined if it is known. */
export const insertMail = async (
  tx: TxContext,
  mail: StoredMail,
  source: InboundRow['source'],
): Promise<number | undefined> => {
  if (await inbound.findInbound(tx.db, mail)) return undefined;
  return inbound.insertInbound(tx.db, { ...mail, source, receivedAt: tx.now() });
};

/** Stores a mail that becomes neither ticket nor message. */
export const storeMail = async (
  tx: TxContext,
  mail: StoredMail,
  source: InboundRow['source'],
): Promise<Ingested> => {
  if ((await insertMail(tx, mail, source)) === undefined) return { outcome: 'duplicate' };
  return { outcome: mail.outcome, ...(mail.reason && { reason: mail.reason }) };
};

/** The quarantine has at most so many mails, and bytes of mails: strangers fill it. */
export const quarantineLimit = { mails: 1_000, bytes: 512 * 1_048_576 };

/** Stores a mail that nothing could be made of, for `inbound.list` to show. If the quarantine is full, the oldest mails in it are deleted. */
export const quarantineMail = async (
  tx: TxContext,
  mail: Omit<StoredMail, 'outcome'>,
  source: InboundRow['source'],
): Promise<Ingested> => {
  const stored = await storeMail(tx, { ...mail, outcome: 'quarantined' }, source);
  if (stored.outcome === 'quarantined') {
    tx.log.warn({ reason: mail.reason }, 'a mail is in quarantine');
    const mails = await inbound.deleteOldestQuarantined(tx.db, quarantineLimit);
    if (mails > 0) tx.log.error({ mails }, 'the quarantine is full: its oldest mails are deleted');
  }
  return stored;
};

/**
 * Takes a mail out of quarantine, to be stored again.
 *
 * @throws AppError `mail-not-found` if it is not in quarantine any more
 */
export const takeFromQuarantine = async (tx: TxContext, id: number): Promise<void> => {
  if (!(await inbound.deleteQuarantined(tx.db, id))) throw new AppError('mail-not-found');
  await recordAct(tx, { action: 'inbound.retry', target: `inbound-mail:${id}` });
};

/**
 * Keeps a mail in quarantine while it is stored again: its source is nowhere else.
 *
 * @throws AppError `mail-not-found` if it is not in quarantine any more
 */
export const keepInQuarantine = async (tx: TxContext, id: number): Promise<void> => {
  if (!(await inbound.updateQuarantinedKey(tx.db, id, `retry:${id}`))) {
    throw new AppError('mail-not-found');
  }
};

/** Notes that a mailbox was read up to this mail, in the transaction that completes what the mail became. */
export const advancePosition = async (tx: TxContext, origin: MailSource): Promise<void> => {
  if (origin.source === 'imap') await inbound.upsertPosition(tx.db, origin.position, tx.now());
};
