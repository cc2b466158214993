import type { InboundOutcome, InboundRow, MailboxPosition } from '../../db/inbound.ts';
import * as inbound from '../../db/inbound.ts';
import type { TxContext } from '../context.ts';

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
  key: string;
  sender: string | null;
  /** The mail itself, if it goes to quarantine. */
  raw: Buffer | null;
  outcome: InboundOutcome;
  reason: string | null;
}

/** Stores a mail and returns its id; undefined if it is known. */
export const insertMail = (
  tx: TxContext,
  { key, ...mail }: StoredMail,
  source: InboundRow['source'],
): Promise<number | undefined> =>
  inbound.insertInbound(tx.db, { ...mail, dedupeKey: key, source, receivedAt: tx.now() });

/** Stores a mail that becomes neither ticket nor message. */
export const storeMail = async (
  tx: TxContext,
  mail: StoredMail,
  source: InboundRow['source'],
): Promise<Ingested> => {
  if ((await insertMail(tx, mail, source)) === undefined) return { outcome: 'duplicate' };
  return { outcome: mail.outcome, ...(mail.reason && { reason: mail.reason }) };
};

/** Stores a mail that nothing could be made of, for `inbound.list` to show. */
export const quarantineMail = async (
  tx: TxContext,
  mail: Omit<StoredMail, 'outcome'>,
  source: InboundRow['source'],
): Promise<Ingested> => {
  const stored = await storeMail(tx, { ...mail, outcome: 'quarantined' }, source);
  if (stored.outcome === 'quarantined') {
    tx.log.warn({ reason: mail.reason }, 'a mail is in quarantine');
  }
  return stored;
};

/** Notes that a mailbox was read up to this mail, in the transaction that completes what the mail became. */
export const advancePosition = async (tx: TxContext, origin: MailSource): Promise<void> => {
  if (origin.source === 'imap') await inbound.upsertPosition(tx.db, origin.position, tx.now());
};
