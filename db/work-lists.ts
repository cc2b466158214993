import { sql } from 'kysely';
import type { Db, Tx } from './connection/database.ts';
import { runPrepared } from './connection/prepared-statements.ts';
import type { TicketStatus } from './schema.ts';
import { listTickets, type TicketPage } from './ticket-lists.ts';

/** An open ticket whose last message is the customer's. */
export interface QueuedTicket {
  id: number;
  subject: string;
  status: TicketStatus;
  main: string;
  requesterEmail: string | null;
  requesterName: string | null;
  assigneeEmail: string | null;
  waitingSince: Date;
  /** The same in microseconds since 1970, as the database stores it: what a page continues after. */
  waitingSinceMicros: string;
}

/** Which part of the queue to list. */
export interface QueuePage {
  /** An agent's e-mail; null: without an assignee; undefined: everybody's. */
  assignee: string | null | undefined;
  after: { waitingSinceMicros: string; id: number } | undefined;
  limit: number;
}

/** Waiting tickets, the longest waiting first. */
export const listQueue = (
  db: Db,
  { assignee, after, limit }: QueuePage,
): Promise<QueuedTicket[]> => {
  let query = db
    .selectFrom('tickets')
    .select([
      'id',
      'subject',
      'status',
      'main',
      'requester_email as requesterEmail',
      'requester_name as requesterName',
      'assignee_email as assigneeEmail',
      sql<Date>`waiting_since`.as('waitingSince'),
      sql<string>`(extract(epoch from waiting_since) * 1000000)::bigint::text`.as(
        'waitingSinceMicros',
      ),
    ])
    .where('waiting_since', 'is not', null)
    .orderBy('waiting_since')
    .orderBy('id')
    .limit(limit);
  if (assignee === null) query = query.where('assignee_email', 'is', null);
  else if (assignee !== undefined) query = query.where('assignee_email', '=', assignee);
  if (after) {
    query = query.where(
      sql<boolean>`(waiting_since, id) > (timestamptz 'epoch' + ${after.waitingSinceMicros}::bigint * interval '1 microsecond', ${after.id}::bigint)`,
    );
  }
  return runPrepared(db, query.compile());
};

/** A ticket that a bulk change has locked. */
export interface LockedTicket {
  id: number;
  status: TicketStatus;
  assigneeEmail: string | null;
  mergedInto: number | null;
}

/** Locks tickets until the transaction ends, in the order of their ids; missing ones are left out. */
export const lockTickets = (tx: Tx, ids: readonly number[]): Promise<LockedTicket[]> =>
  tx
    .selectFrom('tickets')
    .select(['id', 'status', 'assignee_email as assigneeEmail', 'merged_into as mergedInto'])
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Sets the status of tickets. */
export const updateStatuses = async (
  tx: Tx,
  ids: readonly number[],
  change: { status: TicketStatus; updatedAt: Date },
): Promise<void> => {
  await tx
    .updateTable('tickets')
    .set({ status: change.status, updated_at: change.updatedAt })
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute();
};

/** Sets the assignee of tickets; null removes it. */
export const updateAssignees = async (
  tx: Tx,
  ids: readonly number[],
  assigneeEmail: string | null,
): Promise<void> => {
  await tx
    .updateTable('tickets')
    .set({ assignee_email: assigneeEmail })
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute();
};

/** Adds a tag to tickets; returns those that did not have it. Violates a foreign key if the tag is missing. */
export const insertTicketTags = async (
  tx: Tx,
  ids: readonly number[],
  tagId: number,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    insert into ticket_tags (ticket_id, tag_id) select unnest(${ids}::integer[]), ${tagId}
    on conflict do nothing returning ticket_id as id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Removes a tag from tickets; returns those that had it. */
export const deleteTicketTags = async (
  tx: Tx,
  ids: readonly number[],
  tagId: number,
): Promise<number[]> => {
  const rows = await tx
    .deleteFrom('ticket_tags')
    .where(sql<boolean>`ticket_id = any(${ids}::integer[])`)
    .where('tag_id', '=', tagId)
    .returning('ticket_id as id')
    .execute();
  return rows.map(({ id }) => id);
};

/** The ids of the newest tickets that a filter finds. */
export const listTicketIds = async (
  db: Db,
  filter: Omit<TicketPage, 'beforeId'>,
): Promise<number[]> => (await listTickets(db, filter)).map(({ id }) => id);
