import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** The outcome of a mail. */
export type InboundOutcome = 'new-ticket' | 'reply' | 'ignored' | 'quarantined';

/** A mail as stored, without its text. */
export interface InboundRow {
  id: number;
  source: 'imap' | 'gateway';
  sender: string | null;
  /** Null for mails of before. */
  subject: string | null;
  outcome: InboundOutcome;
  reason: string | null;
  ticketId: number | null;
  messageId: number | null;
  attachmentsPending: boolean;
  receivedAt: Date;
  /** When somebody looked at a mail that is no person's and left it at that. */
  lookedAt: Date | null;
}

/** How far a mailbox has been read (RFC 9051 §2.3.1.1). */
export interface MailboxPosition {
  mailbox: string;
  uidValidity: string;
  lastUid: number;
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
  'attachments_pending as attachmentsPending',
  'received_at as receivedAt',
  'looked_at as lookedAt',
] as const;

/** Outcomes of what is no person's, as far as anybody knows. */
export const setAsideOutcomes = ['ignored', 'quarantined'] as const;

/**
 * Inserts a mail and returns its id; undefined if one with this key is stored. Waits for a
 * transaction that is storing it.
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

/** Stores what a mail became. */
export const updateInbound = async (
  db: Db,
  id: number,
  changes: {
    ticket_id?: number;
    message_id?: number;
    attachments_pending?: boolean;
  },
): Promise<void> => {
  await db.updateTable('inbound_mails').set(changes).where('id', '=', id).execute();
};

/**
 * A stored mail: by its key, or by its Message-ID and sender if an earlier version stored it under
 * the Message-ID alone.
 */
export const findInbound = (
  db: Db,
  mail: { dedupeKey: string; mailId: string | null; sender: string | null },
): Promise<{ id: number; contentHash: string | null } | undefined> =>
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

/** Whether the attachments of a mail are not stored yet. */
export const isPending = async (db: Db, id: number): Promise<boolean> => {
  const row = await db
    .selectFrom('inbound_mails')
    .select('attachments_pending as isPending')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.isPending ?? false;
};

/** How many mails are in quarantine. */
export const countQuarantinedMails = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('inbound_mails')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('outcome', '=', 'quarantined')
    .executeTakeFirstOrThrow();
  return count;
};

/** How many mails that were set aside nobody has looked at, by reason. */
export const countUnseen = (db: Db): Promise<{ reason: string; count: number }[]> =>
  db
    .selectFrom('inbound_mails')
    .select([
      sql<string>`coalesce(reason, outcome)`.as('reason'),
      sql<number>`count(*)::integer`.as('count'),
    ])
    .where('outcome', 'in', setAsideOutcomes)
    .where('looked_at', 'is', null)
    .groupBy('reason')
    .groupBy('outcome')
    .orderBy('reason')
    .execute();

/** Notes that somebody looked at mails that were set aside; returns those that were. */
export const updateLookedAt = async (
  tx: Tx,
  ids: readonly number[],
  lookedAt: Date,
): Promise<number[]> => {
  const rows = await tx
    .updateTable('inbound_mails')
    .set({ looked_at: lookedAt })
    .where('id', 'in', ids)
    .where('outcome', 'in', setAsideOutcomes)
    .where('looked_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** A mail and what is stored of it for lack of an original; undefined if there is none. */
export const findMail = (
  db: Db,
  id: number,
): Promise<(InboundRow & { raw: Buffer | null }) | undefined> =>
  db
    .selectFrom('inbound_mails')
    .select([...columns, 'raw'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Frees the key of a mail that was set aside for another row of it. False if there is none. */
export const updateSetAsideKey = async (
  tx: Tx,
  id: number,
  dedupeKey: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('inbound_mails')
    .set({ dedupe_key: dedupeKey })
    .where('id', '=', id)
    .where('outcome', 'in', setAsideOutcomes)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Deletes the row of a mail that was set aside, so that it can be read again. False if there is
 * none.
 */
export const deleteSetAside = async (tx: Tx, id: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('inbound_mails')
    .where('id', '=', id)
    .where('outcome', 'in', setAsideOutcomes)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/**
 * Deletes the oldest mails in quarantine that are too many or too large together, and returns how
 * many.
 */
export const deleteOldestQuarantined = async (
  tx: Tx,
  most: { mails: number; bytes: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from inbound_mails where id in (
      select id from (
        select m.id, row_number() over newest as mails, sum(coalesce(o.bytes, octet_length(m.raw), 0)) over newest as bytes
        from inbound_mails m left join inbound_originals o on o.id = m.original_id
        where m.outcome = 'quarantined' window newest as (order by m.id desc)
      ) as counted where mails > ${most.mails} or bytes > ${most.bytes}
    )`.execute(tx);
  return Number(numAffectedRows ?? 0);
};

/** A page of mails. */
export interface InboundPage {
  outcome?: InboundOutcome | undefined;
  /** Those that were set aside and that nobody has looked at. */
  unseen?: boolean | undefined;
  beforeId?: number | undefined;
  limit: number;
}

/** Mails, newest first. */
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

/** How many mails of a sender, verified or not, became tickets or messages since a moment. */
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

/** How many mails of each outcome arrived since a moment. */
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

/** How far the mailbox has been read; undefined if it never was. */
export const findPosition = (
  db: Db,
  mailbox: string,
): Promise<(MailboxPosition & { readAt: Date }) | undefined> =>
  db
    .selectFrom('inbound_positions')
    .select([
      'mailbox',
      'uid_validity as uidValidity',
      sql<number>`last_uid::integer`.as('lastUid'),
      'read_at as readAt',
    ])
    .where('mailbox', '=', mailbox)
    .executeTakeFirst();

/**
 * Notes how far a mailbox has been read. The position never decreases, unless the UIDVALIDITY of
 * the mailbox changed.
 */
export const upsertPosition = async (
  tx: Tx,
  position: MailboxPosition,
  readAt: Date,
): Promise<void> => {
  await tx
    .insertInto('inbound_positions')
    .values({
      mailbox: position.mailbox,
      uid_validity: position.uidValidity,
      last_uid: String(position.lastUid),
      read_at: readAt,
    })
    .onConflict((conflict) =>
      conflict.column('mailbox').doUpdateSet({
        uid_validity: (eb) => eb.ref('excluded.uid_validity'),
        last_uid: sql`case when inbound_positions.uid_validity = excluded.uid_validity
          then greatest(inbound_positions.last_uid, excluded.last_uid) else excluded.last_uid end`,
        read_at: (eb) => eb.ref('excluded.read_at'),
      }),
    )
    .execute();
};

/**
 * How many attachments of a mail are stored or refused, and the ticket of its message; undefined if
 * the mail or its message is gone.
 */
export const findAttachmentProgress = (
  db: Db,
  id: number,
): Promise<{ done: number; ticketId: number; messageId: number } | undefined> =>
  db
    .selectFrom('inbound_mails')
    .innerJoin('ticket_messages as message', 'message.id', 'inbound_mails.message_id')
    .select([
      'inbound_mails.attachments_done as done',
      'message.ticket_id as ticketId',
      'message.id as messageId',
    ])
    .where('inbound_mails.id', '=', id)
    .executeTakeFirst();

/** The bytes of the attachments that mails brought since a moment. */
export const sumAttachments = async (db: Db, since: Date): Promise<number> => {
  const { bytes } = await db
    .selectFrom('inbound_mails')
    .innerJoin('attachments', 'attachments.message_id', 'inbound_mails.message_id')
    .select(({ fn }) => fn.sum<string | null>('size').as('bytes'))
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
};

/** Counts attachments of a mail as done; false if another transaction did. */
export const advanceAttachments = async (
  tx: Tx,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('inbound_mails')
    .set({ attachments_done: to })
    .where('id', '=', id)
    .where('attachments_done', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
