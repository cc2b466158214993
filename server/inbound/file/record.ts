import type { InboundOutcome } from '../../../db/inbound/inbound.ts';
import * as inbound from '../../../db/inbound/inbound.ts';
import type { MailboxPosition } from '../../../db/inbound/positions.ts';
import * as positions from '../../../db/inbound/positions.ts';
import type { TxContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { classifyOriginal, type Original } from '../receive/originals.ts';
import type { MailRecord } from './judge.ts';

/** The outcome of a mail (docs/behaviour/mail.md#inbound-mail). */
export interface IngestResult {
  outcome: InboundOutcome | 'duplicate';
  ticketId?: number;
  messageId?: number;
  reason?: string;
}

/** Where a mail came from; its mailbox position is stored together with its outcome. */
export type MailSource = { source: 'gateway' } | { source: 'imap'; position: MailboxPosition };

export interface ReceivedMail {
  /** Null if the mail was not fetched. */
  raw: Buffer | null;
  /** Undefined if the mail was not fetched. */
  original: Original | undefined;
  origin: MailSource;
  retry: Reprocessing | undefined;
}

/** A set-aside mail that is read again; `released` means that an agent says that a person wrote it. */
export interface Reprocessing {
  retryOf: number;
  released: boolean;
}

export interface Outcome {
  outcome: InboundOutcome;
  reason: string | null;
}

/**
 * Inserts the row of a mail and returns its id; undefined for a copy. Two mails of a sender with the same
 * Message-ID are different if their contents differ.
 */
export const recordMail = async (
  tx: TxContext,
  mail: MailRecord,
  { outcome, reason }: Outcome,
  { origin, original, raw }: ReceivedMail,
): Promise<number | undefined> => {
  const row = {
    ...mail,
    outcome,
    reason,
    source: origin.source,
    receivedAt: tx.now(),
    originalId: original?.id ?? null,
    // The source is the only way to find a person's data in a mail without a sender.
    raw: outcome === 'quarantined' && mail.sender === null ? raw : null,
  };
  for (const dedupeKey of keysOf(mail)) {
    const keyed = { ...row, dedupeKey };
    const known = await inbound.findInbound(tx.db, keyed);
    const id = known ? undefined : await inbound.insertInbound(tx.db, keyed);
    if (id !== undefined) {
      if (original)
        await classifyOriginal(tx, original, {
          automatic: outcome === 'ignored' || outcome === 'automatic',
        });
      return id;
    }
    const other = known ?? (await inbound.findInbound(tx.db, keyed));
    if (other && isSame(other, mail)) return undefined;
  }
  throw new AppError('unavailable');
};

const keysOf = ({ dedupeKey, contentHash }: MailRecord): string[] => [
  dedupeKey,
  `${dedupeKey} ${contentHash}`,
];

/** Compares contents; rows of earlier versions have no content hash. */
const isSame = ({ contentHash }: { contentHash: string | null }, mail: MailRecord): boolean =>
  contentHash === null || mail.contentHash === null || contentHash === mail.contentHash;

/** Stores that the mailbox was read up to this mail. */
export const advancePosition = async (tx: TxContext, origin: MailSource): Promise<void> => {
  if (origin.source === 'imap') await positions.upsertPosition(tx.db, origin.position, tx.now());
};
