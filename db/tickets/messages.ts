import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { MessageOrigin } from '../schema.ts';

/** What a message that came by mail has besides its text. */
export interface MailExtras {
  /** Quoted history and signature. */
  folded?: string | undefined;
  /** What of it no mail of ours said: searches find it, and a model reads it. */
  unsent?: string | undefined;
  /** A note for agents. */
  notice?: string | undefined;
  /** Who else the mail went to. */
  cc?: readonly CcRow[] | undefined;
}

/** Somebody whom a mail went to besides us. */
export interface CcRow {
  email: string;
  name: string | null;
}

/** A message of a ticket as stored. */
export interface MessageRow {
  id: number;
  author: string;
  origin: MessageOrigin;
  body: string;
  /** Quoted history and signature of a message that came by mail. */
  folded: string | null;
  /** A note for agents: attachments that were refused, a mail that bounced. */
  notice: string | null;
  /** Who else a mail went to. */
  cc: CcRow[];
  createdAt: Date;
}

const messageColumns = [
  'id',
  'author',
  'origin',
  'body',
  'folded',
  'notice',
  sql<CcRow[]>`cc`.as('cc'),
  'created_at as createdAt',
] as const;

/** Inserts a message of a ticket; returns its id. */
export const insertMessage = async (
  tx: Tx,
  message: {
    ticketId: number;
    author: string;
    origin: MessageOrigin;
    body: string;
    createdAt: Date;
    /** Who wrote it, if not the ticket's requester. */
    personEmail?: string | undefined;
  } & MailExtras,
): Promise<number> => {
  const { id } = await tx
    .insertInto('ticket_messages')
    .values({
      ticket_id: message.ticketId,
      author: message.author,
      origin: message.origin,
      body: message.body,
      person_email: message.personEmail ?? null,
      folded: message.folded ?? null,
      notice: message.notice ?? null,
      unsent: message.unsent ?? null,
      cc: JSON.stringify(message.cc ?? []),
      created_at: message.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Deletes a message; its files stay on the ticket. */
export const deleteMessage = async (tx: Tx, id: number): Promise<void> => {
  // Waits for an upload that is storing a file of the message.
  await sql`select from ticket_messages where id = ${id} for update`.execute(tx);
  await sql`update attachments set message_id = null where message_id = ${id}`.execute(tx);
  await tx.deleteFrom('ticket_messages').where('id', '=', id).execute();
};

/** The newest messages of a ticket, up to an id, newest first. */
export const listNewestMessages = (
  db: Db,
  { ticketId, upToId, limit }: { ticketId: number; upToId: number; limit: number },
): Promise<MessageRow[]> =>
  db
    .selectFrom('ticket_messages')
    .select(messageColumns)
    .where('ticket_id', '=', ticketId)
    .where('id', '<=', upToId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The message with this id. */
export const findMessage = (db: Db, id: number): Promise<MessageRow | undefined> =>
  db.selectFrom('ticket_messages').select(messageColumns).where('id', '=', id).executeTakeFirst();

/** A message, or an internal note that went out or came by mail. */
export interface Written {
  messageId: number | null;
  noteId: number | null;
}

const tableOf = ({ noteId }: Written) =>
  sql.table(noteId === null ? 'ticket_messages' : 'ticket_notes');

/**
 * Adds to the notice for agents on a message or note: `first` if it has none, else `more`. It has at
 * most 2 000 characters.
 */
export const appendNotice = async (
  tx: Tx,
  on: Written,
  { first, more }: { first: string; more: string },
): Promise<void> => {
  await sql`
    update ${tableOf(on)} set notice = left(coalesce(notice || ${more}, ${first}), 2000)
    where id = ${on.noteId ?? on.messageId}`.execute(tx);
};

/** Replaces the notice on a message or note. */
export const updateNotice = async (tx: Tx, on: Written, notice: string): Promise<void> => {
  await sql`
    update ${tableOf(on)} set notice = ${notice} where id = ${on.noteId ?? on.messageId}`.execute(
    tx,
  );
};

/** A message that is passed on to somebody outside. */
export interface PassedOnRow extends Pick<MessageRow, 'author' | 'origin' | 'body' | 'createdAt'> {
  /** Who wrote it, if not the ticket's requester. */
  personEmail: string | null;
}

/** A message of a ticket. */
export const findPassedOn = (
  db: Db,
  { ticketId, messageId }: { ticketId: number; messageId: number },
): Promise<PassedOnRow | undefined> =>
  db
    .selectFrom('ticket_messages')
    .select(['author', 'origin', 'body', 'person_email as personEmail', 'created_at as createdAt'])
    .where('id', '=', messageId)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();

/** Whose message this is, and of which ticket. */
export const findMessageTicket = (
  db: Db,
  id: number,
): Promise<{ ticketId: number; origin: MessageOrigin } | undefined> =>
  db
    .selectFrom('ticket_messages')
    .select(['ticket_id as ticketId', 'origin'])
    .where('id', '=', id)
    .executeTakeFirst();
