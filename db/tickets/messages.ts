import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { MessageOrigin } from '../schema.ts';

export interface MailExtras {
  /** The quoted history and the signature. */
  folded?: string | undefined;
  /** Quoted text that we did not send: searches find it and the model reads it. */
  unsent?: string | undefined;
  notice?: string | undefined;
  /** The other recipients of the mail. */
  cc?: readonly CcRow[] | undefined;
}

export interface CcRow {
  email: string;
  name: string | null;
}

export interface MessageRow {
  id: number;
  author: string;
  origin: MessageOrigin;
  body: string;
  /** The quoted history and the signature. */
  folded: string | null;
  /** A notice for agents, such as a refused attachment or a bounced mail. */
  notice: string | null;
  cc: CcRow[];
  /** True if no person wrote it for this ticket: it changes neither status nor waiting. */
  automatic: boolean;
  /** Names of files that an import could not take along. */
  missingFiles: string[];
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
  'automatic',
  'missing_files as missingFiles',
  'created_at as createdAt',
] as const;

interface NewMessage extends MailExtras {
  ticketId: number;
  author: string;
  origin: MessageOrigin;
  body: string;
  createdAt: Date;
  /** The author's e-mail, if not the ticket's requester. */
  personEmail?: string | undefined;
  automatic?: boolean | undefined;
}

/** The columns of a new message. */
export const valuesOf = (message: NewMessage) => ({
  ticket_id: message.ticketId,
  author: message.author,
  origin: message.origin,
  body: message.body,
  person_email: message.personEmail ?? null,
  folded: message.folded ?? null,
  notice: message.notice ?? null,
  unsent: message.unsent ?? null,
  cc: JSON.stringify(message.cc ?? []),
  automatic: message.automatic ?? false,
  created_at: message.createdAt,
});

export const insertMessage = async (tx: Tx, message: NewMessage): Promise<number> => {
  const { id } = await tx
    .insertInto('ticket_messages')
    .values(valuesOf(message))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Deletes a message; its files stay on the ticket. */
export const deleteMessage = async (tx: Tx, id: number): Promise<void> => {
  // This waits for an upload that is storing a file of the message.
  await sql`select from ticket_messages where id = ${id} for update`.execute(tx);
  await sql`update attachments set message_id = null where message_id = ${id}`.execute(tx);
  await tx.deleteFrom('ticket_messages').where('id', '=', id).execute();
};

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

export const findMessage = (db: Db, id: number): Promise<MessageRow | undefined> =>
  db.selectFrom('ticket_messages').select(messageColumns).where('id', '=', id).executeTakeFirst();

export interface Written {
  messageId: number | null;
  noteId: number | null;
}

const tableOf = ({ noteId }: Written) =>
  sql.table(noteId === null ? 'ticket_messages' : 'ticket_notes');

/** Appends to the notice: `first` if it is empty, else `more`; at most 2 000 characters in total. */
export const appendNotice = async (
  tx: Tx,
  on: Written,
  { first, more }: { first: string; more: string },
): Promise<void> => {
  await sql`
    update ${tableOf(on)} set notice = left(coalesce(notice || ${more}, ${first}), 2000)
    where id = ${on.noteId ?? on.messageId}`.execute(tx);
};

export const updateNotice = async (tx: Tx, on: Written, notice: string): Promise<void> => {
  await sql`
    update ${tableOf(on)} set notice = ${notice} where id = ${on.noteId ?? on.messageId}`.execute(
    tx,
  );
};

export interface ForwardedMessageRow
  extends Pick<MessageRow, 'author' | 'origin' | 'body' | 'createdAt'> {
  /** The author's e-mail, if not the ticket's requester. */
  personEmail: string | null;
}

export const findForwardedMessage = (
  db: Db,
  { ticketId, messageId }: { ticketId: number; messageId: number },
): Promise<ForwardedMessageRow | undefined> =>
  db
    .selectFrom('ticket_messages')
    .select(['author', 'origin', 'body', 'person_email as personEmail', 'created_at as createdAt'])
    .where('id', '=', messageId)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();

export const findMessageTicket = (
  db: Db,
  id: number,
): Promise<{ ticketId: number; origin: MessageOrigin } | undefined> =>
  db
    .selectFrom('ticket_messages')
    .select(['ticket_id as ticketId', 'origin'])
    .where('id', '=', id)
    .executeTakeFirst();
