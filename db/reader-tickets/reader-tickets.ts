import { sql } from 'kysely';
import { type AttachmentRow, attachmentColumns } from '../attachments/attachments.ts';
import type { Db, Tx } from '../connection/database.ts';
import type { MessageOrigin, TicketStatus } from '../schema.ts';
import { isShownTo } from './shown.ts';

/** A ticket as its reader sees it. */
export interface ReaderTicketRow {
  id: number;
  /** The subject that the reader wrote, also if the ticket was merged into another person's. */
  subject: string;
  status: TicketStatus;
  createdAt: Date;
}

/**
 * Lists a reader's tickets, newest first, with their cursors. A ticket that was merged into another of the
 * reader's is left out, and of several that were merged into one of another person all but the newest.
 */
export const listReaderTickets = async (
  db: Db,
  email: string,
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
): Promise<(ReaderTicketRow & { cursor: number })[]> => {
  const { rows } = await sql<ReaderTicketRow & { cursor: number }>`
    select own.id as cursor, current.id, own.subject, current.status, own.created_at as "createdAt"
    from tickets own join tickets current on current.id = coalesce(own.merged_into, own.id)
    where own.requester_email = ${email} and (${beforeId ?? null}::integer is null or own.id < ${beforeId ?? null})
      and (own.merged_into is null or (
        current.requester_email is distinct from own.requester_email and not exists (
          select from tickets newer
          where newer.merged_into = own.merged_into and newer.requester_email = own.requester_email and newer.id > own.id
        )
      ))
    order by own.id desc limit ${limit}`.execute(db);
  return rows;
};

/**
 * Finds a ticket of a reader, or the one that it was merged into; undefined if the id is another person's
 * ticket or the texts were erased.
 */
export const findReaderTicket = async (
  db: Db,
  id: number,
  email: string,
): Promise<ReaderTicketRow | undefined> => {
  const { rows } = await sql<ReaderTicketRow>`
    select current.id, own.subject, current.status, own.created_at as "createdAt"
    from tickets asked join tickets current on current.id = coalesce(asked.merged_into, asked.id)
    cross join lateral (
      select subject, created_at from tickets
      where requester_email = ${email} and (id = current.id or merged_into = current.id)
      order by id = current.id desc, id desc limit 1
    ) own
    where asked.id = ${id} and (asked.requester_email = ${email} or asked.merged_into is null)
      and current.erased_as_of is distinct from current.updated_at`.execute(db);
  return rows[0];
};

export interface ReaderMessageRow {
  id: number;
  origin: MessageOrigin;
  body: string;
  createdAt: Date;
}

/** Lists the newest messages of a ticket that a reader sees. */
export const listReaderMessages = async (
  db: Db,
  { ticketId, email }: { ticketId: number; email: string },
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
): Promise<ReaderMessageRow[]> => {
  const { rows } = await sql<ReaderMessageRow>`
    select m.id, m.origin, m.body, m.created_at as "createdAt"
    from ticket_messages m join tickets t on t.id = m.ticket_id
    where m.ticket_id = ${ticketId} and (${beforeId ?? null}::integer is null or m.id < ${beforeId ?? null})
      and ${isShownTo(email)}
    order by m.id desc limit ${limit}`.execute(db);
  return rows;
};

/** Lists the stored files of these messages, and those without a message that the reader uploaded. */
export const listReaderFiles = async (
  db: Db,
  { ticketId, email }: { ticketId: number; email: string },
  messageIds: readonly number[],
): Promise<AttachmentRow[]> => {
  const { rows } = await sql<AttachmentRow>`
    select ${attachmentColumns} from attachments
    where ticket_id = ${ticketId} and state in ('ready', 'quarantined') and (
      message_id = any (${[...messageIds]}::integer[])
      or (message_id is null and note_id is null and uploader_email = ${email})
    ) order by id`.execute(db);
  return rows;
};

/** Makes the reader's other requests that write on tickets wait until the transaction ends. */
export const lockReader = async (tx: Tx, email: string): Promise<void> => {
  await sql`
    select pg_advisory_xact_lock(hashtext('reader tickets'), hashtext(${email}))`.execute(tx);
};

/** Finds when a person did the newest act but `skip` over HTTP; undefined if it was before `since`. */
export const findActSince = async (
  tx: Tx,
  { email, action, since, skip }: { email: string; action: string; since: Date; skip: number },
): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date }>`
    select at from audit_log
    where actor_email = ${email} and action = ${action} and channel = 'http' and outcome = 'done' and at > ${since}
    order by at desc offset ${skip} limit 1`.execute(tx);
  return rows[0]?.at;
};
