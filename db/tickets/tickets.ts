import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import type { TicketStatus } from '../schema.ts';

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
  /** The ticket that received this one's messages. */
  mergedInto: number | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns of a ticket in a person's export. */
export const exportedColumns = [
  'tickets.id',
  'subject',
  'main',
  'issue',
  'newsletter',
  'status',
  'requester_name as requesterName',
  'tickets.created_at as createdAt',
  'tickets.updated_at as updatedAt',
] as const;

export const ticketColumns = [
  ...exportedColumns,
  'requester_email as requesterEmail',
  'follows_id as followsId',
  'assignee_email as assigneeEmail',
  'merged_into as mergedInto',
] as const;

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
    /** Only imports set it. */
    status?: TicketStatus;
    assigneeEmail?: string | undefined;
    updatedAt?: Date | undefined;
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
      assignee_email: ticket.assigneeEmail ?? null,
      ...(ticket.status && { status: ticket.status }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const lockTicket = (tx: Tx, id: number): Promise<TicketRow | undefined> =>
  tx
    .selectFrom('tickets')
    .select(ticketColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/**
 * Locks a ticket against writers until the transaction ends, and waits for them; returns true if it exists.
 */
export const shareTicket = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()) !== undefined;

/** Returns true if the ticket was erased and not changed since. */
export const isErased = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', id)
    .whereRef('erased_as_of', '=', 'updated_at')
    .executeTakeFirst()) !== undefined;

export const touchTickets = async (tx: Tx, ids: readonly number[], at: Date): Promise<void> => {
  await sql`update tickets set updated_at = ${at} where id = any(${ids}::integer[])`.execute(tx);
};

/** Updates a ticket; undefined if it does not exist. */
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

export const findTicket = async (db: Db, id: number): Promise<TicketRow | undefined> => {
  const query = db.selectFrom('tickets').select(ticketColumns).where('id', '=', id);
  const [ticket] = await runPrepared(db, query.compile());
  return ticket;
};

/** Finds a ticket, or the ticket that it was merged into. */
export const findCurrentTicket = async (db: Db, id: number): Promise<TicketRow | undefined> => {
  const ticket = await findTicket(db, id);
  return ticket && ticket.mergedInto !== null ? findTicket(db, ticket.mergedInto) : ticket;
};

export const updateFollows = async (tx: Tx, id: number, followsId: number): Promise<void> => {
  await tx.updateTable('tickets').set({ follows_id: followsId }).where('id', '=', id).execute();
};

/** Lists a ticket's tags in Portuguese alphabetical order. */
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

/** Returns true if a requester, by e-mail in lower case, has a ticket. */
export const hasTicket = async (db: Db, requesterEmail: string): Promise<boolean> =>
  (await db
    .selectFrom('tickets')
    .select('id')
    .where('requester_email', '=', requesterEmail)
    .limit(1)
    .executeTakeFirst()) !== undefined;
