import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import type { MessageOrigin, TicketStatus } from '../schema.ts';

/** A ticket as stored. */
export interface TicketRow {
  id: number;
  subject: string;
  status: TicketStatus;
  main: string;
  issue: string | null;
  newsletter: string | null;
  requesterEmail: string | null;
  requesterName: string | null;
  /** The closed ticket that this one continues. */
  followsId: number | null;
  assigneeEmail: string | null;
  /** The ticket that took over this one's messages. */
  mergedInto: number | null;
  createdAt: Date;
  updatedAt: Date;
}

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

/** The columns of `TicketRow`. */
export const ticketColumns = [
  'tickets.id',
  'subject',
  'status',
  'main',
  'issue',
  'newsletter',
  'requester_email as requesterEmail',
  'requester_name as requesterName',
  'follows_id as followsId',
  'assignee_email as assigneeEmail',
  'merged_into as mergedInto',
  'tickets.created_at as createdAt',
  'tickets.updated_at as updatedAt',
] as const;

/** Inserts a ticket without messages; returns its id. */
export const insertTicket = async (
  tx: Tx,
  ticket: {
    subject: string;
    main: string;
    issue?: string | undefined;
    newsletter?: string | undefined;
    requesterEmail?: string | undefined;
    requesterName?: string | undefined;
    createdAt: Date;
    /** Of an imported ticket. */
    status?: TicketStatus;
    updatedAt?: Date;
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('tickets')
    .values({
      subject: ticket.subject,
      main: ticket.main,
      issue: ticket.issue ?? null,
      newsletter: ticket.newsletter ?? null,
      requester_email: ticket.requesterEmail ?? null,
      requester_name: ticket.requesterName ?? null,
      created_at: ticket.createdAt,
      updated_at: ticket.updatedAt ?? ticket.createdAt,
      ...(ticket.status && { status: ticket.status }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

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

/** The ticket with this id, locked until the transaction ends. */
export const lockTicket = (tx: Tx, id: number): Promise<TicketRow | undefined> =>
  tx
    .selectFrom('tickets')
    .select(ticketColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/**
 * Whether there is a ticket with this id. Waits until nobody has it locked for a change, and keeps
 * it so until the transaction ends.
 */
export const shareTicket = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()) !== undefined;

/** Whether what is personal was taken off a ticket, and it was not changed since. */
export const isErased = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', id)
    .whereRef('erased_as_of', '=', 'updated_at')
    .executeTakeFirst()) !== undefined;

/** Sets the time of the last change of tickets whose rows are not changed besides. */
export const touchTickets = async (tx: Tx, ids: readonly number[], at: Date): Promise<void> => {
  await sql`update tickets set updated_at = ${at} where id = any(${ids}::integer[])`.execute(tx);
};

/** Changes the given fields of a ticket; undefined if there is none. */
export const updateTicket = (
  tx: Tx,
  id: number,
  edit: {
    subject?: string | undefined;
    main?: string | undefined;
    issue?: string | null | undefined;
    newsletter?: string | null | undefined;
    requesterEmail?: string | null | undefined;
    requesterName?: string | null | undefined;
    updatedAt: Date;
  },
): Promise<TicketRow | undefined> =>
  tx
    .updateTable('tickets')
    .set({
      updated_at: edit.updatedAt,
      subject: edit.subject,
      main: edit.main,
      issue: edit.issue,
      newsletter: edit.newsletter,
      requester_email: edit.requesterEmail,
      requester_name: edit.requesterName,
    })
    .where('id', '=', id)
    .returning(ticketColumns)
    .executeTakeFirst();

/** The ticket with this id. */
export const findTicket = async (db: Db, id: number): Promise<TicketRow | undefined> => {
  const query = db.selectFrom('tickets').select(ticketColumns).where('id', '=', id);
  const [ticket] = await runPrepared(db, query.compile());
  return ticket;
};

/** The ticket with this id, or the one that it was merged into. */
export const findCurrentTicket = async (db: Db, id: number): Promise<TicketRow | undefined> => {
  const ticket = await findTicket(db, id);
  return ticket && ticket.mergedInto !== null ? findTicket(db, ticket.mergedInto) : ticket;
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

/** Links a ticket to the one that it continues. */
export const updateFollows = async (tx: Tx, id: number, followsId: number): Promise<void> => {
  await tx.updateTable('tickets').set({ follows_id: followsId }).where('id', '=', id).execute();
};

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

/** The tags of a ticket, in Portuguese alphabetical order. */
export const listTicketTags = (
  db: Db,
  ticketId: number,
): Promise<{ id: number; name: string; color: string }[]> =>
  db
    .selectFrom('ticket_tags')
    .innerJoin('tags', 'tags.id', 'ticket_tags.tag_id')
    .select(['tags.id', 'tags.name', 'tags.color'])
    .where('ticket_tags.ticket_id', '=', ticketId)
    .orderBy(sql`tags.name collate "pt-BR-x-icu"`)
    .execute();

/** Whether a person, by e-mail in lower case, has opened a ticket. */
export const hasTicket = async (db: Db, requesterEmail: string): Promise<boolean> =>
  (await db
    .selectFrom('tickets')
    .select('id')
    .where('requester_email', '=', requesterEmail)
    .limit(1)
    .executeTakeFirst()) !== undefined;
