import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { TicketStatus } from '../schema.ts';
import { listTickets, type TicketFilter } from './lists.ts';

export interface LockedTicket {
  id: number;
  status: TicketStatus;
  assigneeEmail: string | null;
  mergedInto: number | null;
}

/** Locks tickets in the order of their ids; skips missing ones. */
export const lockTickets = (tx: Tx, ids: readonly number[]): Promise<LockedTicket[]> =>
  tx
    .selectFrom('tickets')
    .select(['id', 'status', 'assignee_email as assigneeEmail', 'merged_into as mergedInto'])
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

export const listTicketsWithNewer = async (
  tx: Tx,
  ids: readonly number[],
  messageId: number,
): Promise<number[]> => {
  const rows = await tx
    .selectFrom('ticket_messages')
    .select('ticket_id as id')
    .distinct()
    .where(sql<boolean>`ticket_id = any(${[...ids]}::integer[])`)
    .where('id', '>', messageId)
    .execute();
  return rows.map(({ id }) => id);
};

/** Finds the newest message of some tickets; null if they have none. */
export const findNewestMessageId = async (
  db: Db,
  ids: readonly number[],
): Promise<number | null> => {
  const { id } = await db
    .selectFrom('ticket_messages')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .where(sql<boolean>`ticket_id = any(${[...ids]}::integer[])`)
    .executeTakeFirstOrThrow();
  return id;
};

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

/** Assigns tickets; null makes them unassigned. */
export const updateAssignees = async (
  tx: Tx,
  ids: readonly number[],
  change: { assigneeEmail: string | null; updatedAt: Date },
): Promise<void> => {
  await tx
    .updateTable('tickets')
    .set({ assignee_email: change.assigneeEmail, updated_at: change.updatedAt })
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute();
};

export const insertAssignments = async (
  tx: Tx,
  acts: readonly { actId: string; ticketId: number }[],
  email: string | null,
): Promise<void> => {
  await sql`
    insert into ticket_assignments (act_id, ticket_id, email)
    select "actId", "ticketId", ${email}
    from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) as act("actId" bigint, "ticketId" integer)`.execute(
    tx,
  );
};

/** Lists assignees by act; null means unassigned. */
export const listAssignments = async (
  db: Db,
  actIds: readonly string[],
): Promise<Map<string, string | null>> => {
  const rows = await db
    .selectFrom('ticket_assignments')
    .select(['act_id as id', 'email'])
    .where(sql<boolean>`act_id = any(${[...actIds]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
};

/** Adds a tag and returns the tickets that did not have it. Violates a foreign key if the tag is missing. */
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

/** Removes a tag and returns the tickets that had it. */
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

export const listTicketIds = async (
  db: Db,
  filter: TicketFilter,
  { limit, now }: { limit: number; now: Date },
): Promise<number[]> =>
  (await listTickets(db, { ...filter, sort: 'newest', limit, now })).map(({ id }) => id);
