import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import { claimable, clock, fromNow, isFree, isPast, leaseFor } from '../jobs/work-rows.ts';
import type { Schema } from '../schema.ts';

/** An attachment that can be listed and downloaded. */
export interface AttachmentRow {
  id: number;
  ticketId: number;
  messageId: number | null;
  uploaderEmail: string | null;
  name: string;
  path: string;
  type: string;
  size: number;
  sha256: Buffer;
  createdAt: Date;
  /**
   * Whether it waits for the malware scanner, or is held, and cannot be downloaded by everybody.
   */
  quarantined: boolean;
  /**
   * Whether a mail brought it that is of none of the types which may be uploaded: agents may save
   * it once it is scanned.
   */
  held: boolean;
  /** Whether the mail that brought it shows it in its text. */
  inline: boolean;
}

/** A row whose object is being deleted, leased to the caller. */
export interface DeletingRow {
  id: number;
  ticketId: number;
  path: string;
  /** Whether the object was stored completely; if not, parts of it may exist. */
  whole: boolean;
}

/**
 * The columns of an {@link AttachmentRow}. As text, because some statements run so often that
 * building it would show.
 */
const listed = sql.raw(
  `attachments.id, ticket_id as "ticketId", message_id as "messageId", uploader_email as "uploaderEmail", name, path, type, size, sha256,
  attachments.created_at as "createdAt", attachments.state = 'quarantined' as quarantined, held, inline`,
);

/** States of an attachment whose object is complete. */
export const storedStates = ['ready', 'quarantined'] as const;

// Rows written by the former version carry the former names: see the migration attachment_states.
const pending = ['pending', 'arriving'] as const;
const deleting = ['deleting', 'leaving'] as const;

/** Whether an attachment can be deleted: a stored one, or one whose deletion was abandoned. */
const isDeletable = (eb: ExpressionBuilder<Schema, 'attachments'>) =>
  eb.or([
    eb('state', 'in', storedStates),
    eb.and([eb('state', 'in', deleting), isPast('lease_until')]),
  ]);

/** The columns that a deletion reads. */
export const deletingColumns = [
  'id',
  'ticket_id as ticketId',
  'path',
  sql<boolean>`sha256 is not null`.as('whole'),
] as const;

/** How many attachments a ticket and how many bytes a person may have. */
export interface AttachmentQuotas {
  perTicket: number;
  /** Uploaded by a person within a day; undefined: no limit. */
  bytesPerDay: number | undefined;
  /** Counted for a file whose size is not known yet. */
  largestBytes: number;
}

/** Why an attachment is refused: its ticket was erased, or the quota of one of them. */
export type PendingRefusal = 'erased' | 'ticket' | 'person';

/**
 * Inserts a pending row for an object that is about to be written, on the ticket or the one that it
 * was merged into; returns its id, or what refuses it.
 */
export const insertPending = async (
  db: Db,
  attachment: {
    ticketId: number;
    uploaderEmail: string | null;
    name: string;
    path: string;
    type: string;
    createdAt: Date;
    leaseMs: number;
  },
  quotas: AttachmentQuotas,
): Promise<{ id: number } | { refusal: PendingRefusal }> => {
  const { ticketId, uploaderEmail, name, path, type, createdAt, leaseMs } = attachment;
  const query = sql<{ id: number | null; refusal: PendingRefusal | null }>`
    select attachment_id as id, refusal from insert_pending_attachment(
      ${ticketId}, ${uploaderEmail}, ${name}, ${path}, ${type}, ${createdAt}, ${fromNow(leaseMs)},
      ${quotas.perTicket}, ${quotas.bytesPerDay ?? null}, ${quotas.largestBytes})`;
  const [row] = await runPrepared(db, query.compile(db));
  if (row?.refusal) return { refusal: row.refusal };
  if (!row?.id) throw new Error('the insert returned no row');
  return { id: row.id };
};

/**
 * Makes a pending row ready once its object is stored, or quarantined if `scanInMs` is given, and
 * stores the act. Undefined if the row is no longer pending.
 */
export const updateToStored = async (
  db: Db,
  id: number,
  object: {
    messageId: number | null;
    /** The one that the contents have. */
    type: string;
    size: number;
    sha256: Buffer;
    /** How long from now the scanner tries again. */
    scanInMs: number | undefined;
    held: boolean;
    inline: boolean;
  },
): Promise<AttachmentRow | undefined> => {
  const { messageId, type, size, sha256, scanInMs, held, inline } = object;
  const scanDueAt = scanInMs === undefined ? null : fromNow(scanInMs);
  // The janitor must not take a quarantined object for an abandoned one.
  const [state, leaseUntil] =
    scanDueAt === null && !held ? ['ready', null] : ['quarantined', 'infinity'];
  const write = sql<AttachmentRow>`
    update attachments set state = ${state}, lease_until = ${leaseUntil}, scan_due_at = ${scanDueAt},
      message_id = ${messageId}, type = ${type}, size = ${size}, sha256 = ${sha256}, held = ${held}, inline = ${inline}
    where id = ${id} and state in ('pending', 'arriving') returning ${listed}`;
  const [row] = await runPrepared(db, write.compile(db));
  return row;
};

/** The stored attachments of a ticket, oldest first. */
export const listAttachments = async (
  db: Db,
  ticketId: number,
  limit: number,
): Promise<AttachmentRow[]> => {
  const { rows } = await sql<AttachmentRow>`
    select ${listed} from attachments
    where ticket_id = ${ticketId} and state in ('ready', 'quarantined') order by id limit ${limit}`.execute(
    db,
  );
  return rows;
};

/** The stored attachments of messages, oldest first. */
export const listAttachmentsOf = async (
  db: Db,
  messageIds: readonly number[],
): Promise<AttachmentRow[]> => {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<AttachmentRow>`
    select ${listed} from attachments
    where message_id = any (${[...messageIds]}::integer[]) and state in ('ready', 'quarantined') order by id`.execute(
    db,
  );
  return rows;
};

/**
 * A stored attachment, the e-mail of its ticket's requester, and whether it waits for the malware
 * scanner.
 */
export const findAttachment = async (
  db: Db,
  id: number,
): Promise<(AttachmentRow & { requesterEmail: string | null; isScanned: boolean }) | undefined> => {
  const query = sql<AttachmentRow & { requesterEmail: string | null; isScanned: boolean }>`
    select ${listed}, tickets.requester_email as "requesterEmail", scan_due_at is null as "isScanned"
    from attachments join tickets on tickets.id = attachments.ticket_id
    where attachments.id = ${id} and attachments.state in ('ready', 'quarantined')`;
  const [row] = await runPrepared(db, query.compile(db));
  return row;
};

/**
 * The owner and requester of an attachment that can be deleted: a stored one, or one whose deletion
 * was abandoned.
 */
export const findDeletable = (
  db: Db,
  id: number,
): Promise<
  { id: number; uploaderEmail: string | null; requesterEmail: string | null } | undefined
> =>
  db
    .selectFrom('attachments')
    .innerJoin('tickets', 'tickets.id', 'attachments.ticket_id')
    .select([
      'attachments.id',
      'uploader_email as uploaderEmail',
      'tickets.requester_email as requesterEmail',
    ])
    .where('attachments.id', '=', id)
    .where(isDeletable)
    .executeTakeFirst();

/**
 * Leases an attachment to the caller for deletion; undefined if there is none or another caller
 * holds it.
 */
export const claimDeletion = (
  db: Db,
  id: number,
  leaseMs: number,
): Promise<DeletingRow | undefined> =>
  db
    .updateTable('attachments')
    .set({ ...leaseFor(leaseMs), state: 'deleting' })
    .where('id', '=', id)
    .where(isDeletable)
    .returning(deletingColumns)
    .executeTakeFirst();

/** Leases pending rows to the caller for deletion; rows that are no longer pending are left out. */
export const claimPending = (
  db: Db,
  ids: readonly number[],
  leaseMs: number,
): Promise<DeletingRow[]> =>
  db
    .updateTable('attachments')
    .set({ ...leaseFor(leaseMs), state: 'deleting' })
    .where('id', 'in', ids)
    .where('state', 'in', pending)
    .returning(deletingColumns)
    .execute();

/**
 * Failed uploads and unfinished deletions: rows that are not ready and whose lease has expired,
 * oldest first.
 */
export const listAbandoned = (db: Db, limit: number): Promise<DeletingRow[]> =>
  db
    .selectFrom('attachments')
    .select(deletingColumns)
    .where('state', '<>', 'ready')
    .where(isFree)
    .orderBy('lease_until')
    .limit(limit)
    .execute();

/** Leases such rows to the caller for deletion; concurrent callers get different rows. */
export const claimAbandoned = (
  db: Db,
  { leaseMs, limit }: { leaseMs: number; limit: number },
): Promise<DeletingRow[]> =>
  db
    .updateTable('attachments')
    .set({ ...leaseFor(leaseMs), state: 'deleting' })
    .where(
      claimable('attachments', 'id', {
        where: sql`state <> 'ready'`,
        orderBy: 'lease_until',
        limit,
      }),
    )
    .returning(deletingColumns)
    .execute();

/** Ends the lease of a deletion that failed, so that any caller can retry it. */
export const releaseDeletion = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('attachments')
    .set({ lease_until: clock })
    .where('id', '=', id)
    .where('state', 'in', deleting)
    .execute();
};

/** Deletes the row of an attachment whose object is gone. */
export const deleteAttachmentRow = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('attachments').where('id', '=', id).where('state', 'in', deleting).execute();
};

/** Whether a message belongs to a ticket, or to the one that it was merged into. */
export const hasMessage = async (db: Db, ticketId: number, messageId: number): Promise<boolean> => {
  const row = await db
    .selectFrom('ticket_messages as message')
    .innerJoin('tickets', (join) =>
      join.on(({ eb, ref }) =>
        eb(ref('message.ticket_id'), 'in', [ref('tickets.id'), ref('tickets.merged_into')]),
      ),
    )
    .select('message.id')
    .where('message.id', '=', messageId)
    .where('tickets.id', '=', ticketId)
    .executeTakeFirst();
  return row !== undefined;
};

/** The count and total size of ready attachments. Reads every row. */
export const sumReadyAttachments = async (db: Db): Promise<{ files: number; bytes: number }> => {
  const sum = await db
    .selectFrom('attachments')
    .select(({ fn }) => [fn.countAll<string>().as('files'), fn.sum<string>('size').as('bytes')])
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  return { files: Number(sum.files), bytes: Number(sum.bytes ?? 0) };
};
