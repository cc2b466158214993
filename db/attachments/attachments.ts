import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import { fromNow } from '../jobs/work-rows.ts';
import { isFileShownTo, isShownTo } from '../reader-tickets/shown.ts';

/** An attachment that can be listed and downloaded. */
export interface AttachmentRow {
  id: number;
  ticketId: number;
  messageId: number | null;
  /** The note that the file belongs to. The reader does not see the file unless a reply includes it. */
  noteId: number | null;
  uploaderEmail: string | null;
  name: string;
  path: string;
  type: string;
  size: number;
  sha256: Buffer;
  createdAt: Date;
  /** True if it waits for the malware scanner or is held: only some callers may download it. */
  quarantined: boolean;
  /**
   * True if it came by mail and its type may not be uploaded: only agents may save it, once it is scanned.
   */
  held: boolean;
  /** True if the mail's text shows it. */
  inline: boolean;
}

/** The columns of an {@link AttachmentRow}, as text: some statements run too often to build it each time. */
export const attachmentColumns = sql.raw(
  `attachments.id, ticket_id as "ticketId", message_id as "messageId", note_id as "noteId", uploader_email as "uploaderEmail", name, path, type, size, sha256,
  attachments.created_at as "createdAt", attachments.state = 'quarantined' as quarantined, held, inline`,
);

/** States of an attachment whose object is complete. */
export const storedStates = ['ready', 'quarantined'] as const;

/** Quotas: attachments of a ticket, and bytes of a person. */
interface AttachmentQuotas {
  perTicket: number;
  /** A person's limit of uploaded bytes in a day; undefined: no limit. */
  bytesPerDay: number | undefined;
  /** The size to assume for a file whose size is not known yet. */
  largestBytes: number;
}

/** Why an attachment is refused: its ticket was erased, or a quota of the ticket or the person is used up. */
type PendingRefusal = 'erased' | 'ticket' | 'person';

/**
 * Inserts a pending row for an object that is about to be written. If the ticket was merged, the row goes to
 * the ticket that received it. Returns the row's id, or the reason for refusing it.
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
 * Marks a pending row as ready (as quarantined if `scanInMs` is given) once its object is stored, and stores
 * the act. Returns undefined if the row is no longer pending.
 */
export const updateToStored = async (
  db: Db,
  id: number,
  object: {
    messageId: number | null;
    /** The type detected from the contents. */
    type: string;
    size: number;
    sha256: Buffer;
    /** Milliseconds until the scanner tries again. */
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
    where id = ${id} and state = 'pending' returning ${attachmentColumns}`;
  const [row] = await runPrepared(db, write.compile(db));
  return row;
};

/** Lists the stored attachments of a ticket, oldest first; for a reader only those that they see. */
export const listAttachments = async (
  db: Db,
  ticketId: number,
  { limit, reader }: { limit: number; reader: string | undefined },
): Promise<AttachmentRow[]> => {
  const { rows } = await sql<AttachmentRow>`
    select ${attachmentColumns} from attachments join tickets t on t.id = ticket_id
    where ticket_id = ${ticketId} and state in ('ready', 'quarantined') and ${shownTo(reader)}
    order by attachments.id limit ${limit}`.execute(db);
  return rows;
};

/** The stored attachments of messages and notes, oldest first. */
export const listAttachmentsOf = async (
  db: Db,
  { messageIds, noteIds }: { messageIds: readonly number[]; noteIds: readonly number[] },
): Promise<AttachmentRow[]> => {
  if (messageIds.length + noteIds.length === 0) return [];
  const { rows } = await sql<AttachmentRow>`
    select ${attachmentColumns} from attachments
    where (message_id = any (${[...messageIds]}::integer[]) or note_id = any (${[...noteIds]}::integer[]))
      and state in ('ready', 'quarantined') order by id`.execute(db);
  return rows;
};

const shownTo = (reader: string | undefined) =>
  reader === undefined ? sql`true` : isFileShownTo(reader);

/**
 * Finds a stored attachment, of a reader only what they see. `isScanned` is false while it waits for the
 * malware scanner.
 */
export const findAttachment = async (
  db: Db,
  id: number,
  reader: string | undefined,
): Promise<(AttachmentRow & { isScanned: boolean }) | undefined> => {
  const query = sql<AttachmentRow & { isScanned: boolean }>`
    select ${attachmentColumns}, scan_due_at is null as "isScanned"
    from attachments join tickets t on t.id = attachments.ticket_id
    where attachments.id = ${id} and attachments.state in ('ready', 'quarantined') and ${shownTo(reader)}`;
  const [row] = await runPrepared(db, query.compile(db));
  return row;
};

/** Attaches files to their note, in the transaction that stores them. */
export const updateNoteOfFiles = async (
  tx: Tx,
  noteId: number,
  ids: readonly number[],
): Promise<void> => {
  await tx
    .updateTable('attachments')
    .set({ note_id: noteId })
    .where(sql<boolean>`id = any(${[...ids]}::integer[])`)
    .execute();
};

/**
 * Returns true if a message belongs to a ticket or to the one that it was merged into; of a reader, only one
 * that they see.
 */
export const hasMessage = async (
  db: Db,
  {
    ticketId,
    messageId,
    reader,
  }: { ticketId: number; messageId: number; reader?: string | undefined },
): Promise<boolean> => {
  const { rows } = await sql`
    select from tickets asked join tickets t on t.id in (asked.id, asked.merged_into)
    join ticket_messages m on m.ticket_id = t.id
    where asked.id = ${ticketId} and m.id = ${messageId} and ${reader === undefined ? sql`true` : isShownTo(reader)}`.execute(
    db,
  );
  return rows.length > 0;
};

/** Returns the count and total size of ready attachments; it reads every row. */
export const sumReadyAttachments = async (db: Db): Promise<{ files: number; bytes: number }> => {
  const sum = await db
    .selectFrom('attachments')
    .select(({ fn }) => [fn.countAll<string>().as('files'), fn.sum<string>('size').as('bytes')])
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  return { files: Number(sum.files), bytes: Number(sum.bytes ?? 0) };
};
