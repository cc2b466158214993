import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { setAsideOutcomes } from './set-aside.ts';

export type InboundOutcome = 'new-ticket' | 'reply' | 'automatic' | 'ignored' | 'quarantined';

/** A mail as stored, without its text. */
export interface InboundRow {
  id: number;
  source: 'imap' | 'gateway';
  sender: string | null;
  /** Null for mails older than this column. */
  subject: string | null;
  outcome: InboundOutcome;
  reason: string | null;
  ticketId: number | null;
  messageId: number | null;
  receivedAt: Date;
  /** The moment at which a set-aside mail was dismissed. */
  lookedAt: Date | null;
}

const columns = [
  'id',
  'source',
  'sender',
  'subject',
  'outcome',
  'reason',
  'ticket_id as ticketId',
  'message_id as messageId',
  'received_at as receivedAt',
  'looked_at as lookedAt',
] as const;

/**
 * Inserts a mail and returns its id; undefined if a mail with this key is stored. Waits for a transaction
 * that is storing it.
 */
export const insertInbound = async (
  tx: Tx,
  mail: {
    dedupeKey: string;
    mailId: string | null;
    source: InboundRow['source'];
    sender: string | null;
    verified: boolean;
    outcome: InboundOutcome;
    reason: string | null;
    raw: Buffer | null;
    receivedAt: Date;
    subject: string | null;
    contentHash: string | null;
    originalId: number | null;
  },
): Promise<number | undefined> => {
  const row = await tx
    .insertInto('inbound_mails')
    .values({
      dedupe_key: mail.dedupeKey,
      mail_id: mail.mailId,
      source: mail.source,
      sender: mail.sender,
      verified: mail.verified,
      outcome: mail.outcome,
      reason: mail.reason,
      raw: mail.raw,
      received_at: mail.receivedAt,
      subject: mail.subject,
      content_hash: mail.contentHash,
      original_id: mail.originalId,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
};

/** Stores the outcome of a mail. */
export const updateInbound = async (
  db: Db,
  id: number,
  changes: {
    ticket_id?: number;
    message_id?: number | null;
    note_id?: number | null;
  },
): Promise<void> => {
  await db.updateTable('inbound_mails').set(changes).where('id', '=', id).execute();
};

/** A stored mail that may be the same as a new one. */
export interface StoredKey {
  id: number;
  contentHash: string | null;
}

/**
 * Finds a stored mail by its key, or by its Message-ID and sender if an earlier version stored it under the
 * Message-ID alone.
 */
export const findInbound = (
  db: Db,
  mail: { dedupeKey: string; mailId: string | null; sender: string | null },
): Promise<StoredKey | undefined> =>
  db
    .selectFrom('inbound_mails')
    .select(['id', 'content_hash as contentHash'])
    .where(({ or, and, eb }) =>
      or([
        eb('dedupe_key', '=', mail.dedupeKey),
        and([eb('dedupe_key', '=', mail.mailId), eb('sender', '=', mail.sender)]),
      ]),
    )
    .executeTakeFirst();

/** Finds a mail with the parts that are stored in place of its original; undefined if there is none. */
export const findMail = (
  db: Db,
  id: number,
): Promise<(InboundRow & { raw: Buffer | null }) | undefined> =>
  db
    .selectFrom('inbound_mails')
    .select([...columns, 'raw'])
    .where('id', '=', id)
    .executeTakeFirst();

export interface InboundPage {
  outcome?: InboundOutcome | undefined;
  /** True: only set-aside mails that were not viewed yet. */
  unseen?: boolean | undefined;
  beforeId?: number | undefined;
  limit: number;
}

export const listInbound = (db: Db, page: InboundPage): Promise<InboundRow[]> => {
  const { outcome, unseen, beforeId, limit } = page;
  return db
    .selectFrom('inbound_mails')
    .select(columns)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome ?? 'ignored'))
    .$if(unseen === true, (query) =>
      query.where('outcome', 'in', setAsideOutcomes).where('looked_at', 'is', null),
    )
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
};

/** Counts the mails of a sender, verified or not, that became tickets or messages since a moment. */
export const countInboundOf = async (
  tx: Tx,
  { sender, verified, since }: { sender: string; verified: boolean; since: Date },
): Promise<number> => {
  const { count } = await tx
    .selectFrom('inbound_mails')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('sender', '=', sender)
    .where('verified', '=', verified)
    .where('received_at', '>=', since)
    .where('outcome', 'in', ['new-ticket', 'reply'])
    .executeTakeFirstOrThrow();
  return count;
};

export const countInbound = (
  db: Db,
  since: Date,
): Promise<{ outcome: InboundOutcome; count: number }[]> =>
  db
    .selectFrom('inbound_mails')
    .select(['outcome', sql<number>`count(*)::integer`.as('count')])
    .where('received_at', '>=', since)
    .groupBy('outcome')
    .orderBy('outcome')
    .execute();

/** Sums the bytes of attachments that came by mail since a moment. */
export const sumAttachments = async (db: Db, since: Date): Promise<number> => {
  const { rows } = await sql<{ bytes: string | null }>`
    select sum(size) as bytes from (
      select size from inbound_mails join attachments using (message_id) where received_at > ${since}
      union all
      select size from inbound_mails join attachments using (note_id) where received_at > ${since}
    ) as mailed`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
};
