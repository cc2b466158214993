import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import { runPrepared } from './prepared.ts';
import type { MessageOrigin, TicketStatus } from './schema.ts';

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
  createdAt: Date;
  updatedAt: Date;
}

/** A message of a ticket as stored. */
export interface MessageRow {
  id: number;
  author: string;
  origin: MessageOrigin;
  body: string;
  createdAt: Date;
}

/** A page of tickets: newest first, below an id. */
export interface TicketPage {
  status?: TicketStatus | undefined;
  main?: string | undefined;
  tagId?: number | undefined;
  /** Words of the subject, or the whole e-mail of the requester. */
  search?: string | undefined;
  beforeId?: number | undefined;
  limit: number;
}

const columns = [
  'tickets.id',
  'subject',
  'status',
  'main',
  'issue',
  'newsletter',
  'requester_email as requesterEmail',
  'requester_name as requesterName',
  'tickets.created_at as createdAt',
  'tickets.updated_at as updatedAt',
] as const;

/** Inserts a ticket, without messages, and answers its id. */
export const insertTicket = async (
  tx: Tx,
  ticket: {
    subject: string;
    main: string;
    issue: string | null;
    newsletter: string | null;
    requesterEmail: string | null;
    requesterName: string | null;
    createdAt: Date;
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('tickets')
    .values({
      subject: ticket.subject,
      main: ticket.main,
      issue: ticket.issue,
      newsletter: ticket.newsletter,
      requester_email: ticket.requesterEmail,
      requester_name: ticket.requesterName,
      created_at: ticket.createdAt,
      updated_at: ticket.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Inserts a message of a ticket and answers its id. */
export const insertMessage = async (
  tx: Tx,
  message: {
    ticketId: number;
    author: string;
    origin: MessageOrigin;
    body: string;
    createdAt: Date;
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('ticket_messages')
    .values({
      ticket_id: message.ticketId,
      author: message.author,
      origin: message.origin,
      body: message.body,
      created_at: message.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** The ticket with this id, held until the transaction ends. */
export const lockTicket = (tx: Tx, id: number): Promise<TicketRow | undefined> =>
  tx.selectFrom('tickets').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

/** Sets a ticket's status and the moment of its last change. */
export const updateTicketStatus = async (
  tx: Tx,
  id: number,
  change: { status: TicketStatus; updatedAt: Date },
): Promise<void> => {
  await tx
    .updateTable('tickets')
    .set({ status: change.status, updated_at: change.updatedAt })
    .where('id', '=', id)
    .execute();
};

/** The ticket with this id. */
export const findTicket = async (db: Db, id: number): Promise<TicketRow | undefined> => {
  const query = db.selectFrom('tickets').select(columns).where('id', '=', id);
  const [ticket] = await runPrepared(db, query.compile());
  return ticket;
};

/** The messages of a ticket, first to last. */
export const listMessages = (db: Db, ticketId: number): Promise<MessageRow[]> =>
  db
    .selectFrom('ticket_messages')
    .select(['id', 'author', 'origin', 'body', 'created_at as createdAt'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();

/** The message with this id. */
export const findMessage = (db: Db, id: number): Promise<MessageRow | undefined> =>
  db
    .selectFrom('ticket_messages')
    .select(['id', 'author', 'origin', 'body', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The tags of a ticket, in the alphabetical order of Portuguese. */
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

/** A page of tickets, newest first by id. */
export const listTickets = (db: Db, page: TicketPage): Promise<TicketRow[]> => {
  let query = db
    .selectFrom('tickets')
    .select(columns)
    .orderBy('tickets.id', 'desc')
    .limit(page.limit);
  if (page.beforeId !== undefined) query = query.where('tickets.id', '<', page.beforeId);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  if (page.main !== undefined) query = query.where('main', '=', page.main);
  if (page.search !== undefined) {
    query = query.where((where) =>
      where.or([
        sql<SqlBool>`to_tsvector('portuguese', subject) @@ websearch_to_tsquery('portuguese', ${page.search})`,
        where('requester_email', '=', page.search?.toLowerCase() ?? null),
      ]),
    );
  }
  if (page.tagId === undefined) return query.execute();
  return query
    .innerJoin('ticket_tags', 'ticket_tags.ticket_id', 'tickets.id')
    .where('ticket_tags.tag_id', '=', page.tagId)
    .execute();
};

/** Puts a tag on a ticket; once is enough. Breaks a foreign key where either is missing. */
export const insertTicketTag = async (db: Db, ticketId: number, tagId: number): Promise<void> => {
  await db
    .insertInto('ticket_tags')
    .values({ ticket_id: ticketId, tag_id: tagId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Takes a tag off a ticket; answers whether it was there. */
export const deleteTicketTag = async (
  db: Db,
  ticketId: number,
  tagId: number,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('ticket_tags')
    .where('ticket_id', '=', ticketId)
    .where('tag_id', '=', tagId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
