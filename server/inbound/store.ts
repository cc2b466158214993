import type { InboundOutcome } from '../../db/inbound/inbound.ts';
import * as inbound from '../../db/inbound/inbound.ts';
import type { MailboxPosition } from '../../db/inbound/positions.ts';
import * as positions from '../../db/inbound/positions.ts';
import * as setAsideMails from '../../db/inbound/set-aside.ts';
import { recordAct } from '../audit/service.ts';
import type { TxContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { classifyOriginal, type Original } from './originals.ts';

/** The outcome of a mail (docs/behaviour/mail.md#inbound-mail). */
export interface Ingested {
  outcome: InboundOutcome | 'duplicate';
  ticketId?: number;
  messageId?: number;
  reason?: string;
}

/** Where a mail came from; its position in the mailbox is stored with what it became. */
export type MailSource = { source: 'gateway' } | { source: 'imap'; position: MailboxPosition };

/** A mail as it arrived. */
export interface Arrival {
  /** Null if it was not fetched. */
  raw: Buffer | null;
  /** Undefined if it was not fetched. */
  original: Original | undefined;
  origin: MailSource;
  retry: Retry | undefined;
}

/** A mail that was set aside, read again; `released` if a person says that a person wrote it. */
export interface Retry {
  retryOf: number;
  released: boolean;
}

/** What is known of a mail, whatever becomes of it. */
export interface KnownMail {
  dedupeKey: string;
  mailId: string | null;
  contentHash: string | null;
  sender: string | null;
  subject: string | null;
  verified: boolean;
}

/** What becomes of a mail. */
export interface Fate {
  outcome: InboundOutcome;
  reason: string | null;
}

interface StoredKey {
  id: number;
  contentHash: string | null;
}

/**
 * Inserts the row of a mail. A mail with the Message-ID of another one of its sender is another
 * mail if it says something else.
 *
 * @returns its id, or the row of the same mail that is stored already
 */
export const insertMail = async (
  tx: TxContext,
  mail: KnownMail,
  { outcome, reason }: Fate,
  { origin, original, raw }: Arrival,
): Promise<{ id: number } | { known: StoredKey }> => {
  const row = {
    ...mail,
    outcome,
    reason,
    source: origin.source,
    receivedAt: tx.now(),
    originalId: original?.id ?? null,
    // Whose mail it is can be found by its source alone.
    raw: outcome === 'quarantined' && mail.sender === null ? raw : null,
  };
  for (const dedupeKey of [mail.dedupeKey, `${mail.dedupeKey} ${mail.contentHash}`]) {
    const keyed = { ...row, dedupeKey };
    const id =
      (await inbound.findInbound(tx.db, keyed)) === undefined
        ? await inbound.insertInbound(tx.db, keyed)
        : undefined;
    if (id !== undefined) {
      if (original) await classifyOriginal(tx, original, { automatic: outcome === 'ignored' });
      return { id };
    }
    const known = await inbound.findInbound(tx.db, keyed);
    if (known && isSame(known, mail)) return { known };
  }
  throw new AppError('unavailable');
};

/** Rows of earlier versions do not know what their mail said. */
const isSame = (known: StoredKey, { contentHash }: KnownMail): boolean =>
  known.contentHash === null || contentHash === null || known.contentHash === contentHash;

/** Stores a mail that becomes neither ticket nor message, for `inbound.list` to show. */
export const setAside = async (
  tx: TxContext,
  mail: KnownMail,
  fate: Fate & { reason: string },
  arrival: Arrival,
): Promise<Ingested> => {
  const stored = await insertMail(tx, mail, fate, arrival);
  if ('known' in stored) return { outcome: 'duplicate' };
  if (fate.outcome === 'quarantined') await boundQuarantine(tx, fate.reason);
  return fate;
};

/** The quarantine has at most so many mails, and bytes of mails: strangers fill it. */
export const quarantineLimit = { mails: 1_000, bytes: 512 * 1_048_576 };

/** If the quarantine is full, the oldest mails in it are deleted. */
export const boundQuarantine = async (tx: TxContext, reason: string): Promise<void> => {
  tx.log.warn({ reason }, 'a mail is in quarantine');
  const mails = await setAsideMails.deleteOldestQuarantined(tx.db, quarantineLimit);
  if (mails > 0) tx.log.error({ mails }, 'the quarantine is full: its oldest mails are deleted');
};

/**
 * Takes a mail that was set aside out of the list, to be stored again.
 *
 * @throws AppError `mail-not-found` if it is not there any more
 */
export const takeFromAside = async (
  tx: TxContext,
  id: number,
  action: 'inbound.retry' | 'inbound.release',
): Promise<void> => {
  if (!(await setAsideMails.deleteSetAside(tx.db, id))) throw new AppError('mail-not-found');
  await recordAct(tx, { action, target: `inbound-mail:${id}` });
};

/**
 * Keeps a mail in the list while it is stored again, until its attachments are.
 *
 * @throws AppError `mail-not-found` if it is not there any more
 */
export const keepAside = async (tx: TxContext, id: number): Promise<void> => {
  if (!(await setAsideMails.updateSetAsideKey(tx.db, id, `retry:${id}`))) {
    throw new AppError('mail-not-found');
  }
};

/**
 * Notes that a mailbox was read up to this mail, in the transaction that completes what the mail
 * became.
 */
export const advancePosition = async (tx: TxContext, origin: MailSource): Promise<void> => {
  if (origin.source === 'imap') await positions.upsertPosition(tx.db, origin.position, tx.now());
};
