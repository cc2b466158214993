import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { TicketStatus } from '../schema.ts';

/** What hangs on a ticket, by kind. */
const kinds = {
  messages: 'ticket_messages',
  notes: 'ticket_notes',
  attachments: 'attachments',
  mails: 'outbox',
  tags: 'ticket_tags',
};

/** What mails became, by the column that names it. */
const mailed = { message_id: 'ticket_messages', note_id: 'ticket_notes' };

/** How many rows of each kind hang on a ticket. */
export const countTicketContents = async (
  db: Db,
  ticketId: number,
): Promise<{ kind: string; count: number }[]> => {
  const counts = [];
  for (const [kind, table] of Object.entries(kinds)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where ticket_id = ${ticketId}`.execute(
      db,
    );
    counts.push({ kind, count: rows[0]?.count ?? 0 });
  }
  return counts;
};

/**
 * Moves everything that hangs on a ticket to another one. Both must be locked. Paths in the storage
 * stay as they are.
 */
export const moveTicketContents = async (
  tx: Tx,
  { fromId, intoId }: { fromId: number; intoId: number },
): Promise<void> => {
  const { tags: _, ...moved } = kinds;
  for (const table of Object.values(moved)) {
    await sql`update ${sql.table(table)} set ticket_id = ${intoId} where ticket_id = ${fromId}`.execute(
      tx,
    );
  }
  // A statement each: joined by an `or`, neither could use its index.
  for (const [column, table] of Object.entries(mailed)) {
    await sql`
      update inbound_mails set ticket_id = ${intoId}
      where ${sql.ref(column)} in (select id from ${sql.table(table)} where ticket_id = ${intoId}) and ticket_id = ${fromId}`.execute(
      tx,
    );
  }
  await sql`
    insert into ticket_tags (ticket_id, tag_id) select ${intoId}, tag_id from ticket_tags where ticket_id = ${fromId}
    on conflict do nothing`.execute(tx);
  await sql`delete from ticket_tags where ticket_id = ${fromId}`.execute(tx);
  await sql`delete from ticket_search where ticket_id = ${fromId}`.execute(tx);
};

/** Marks a ticket as merged into another one; tickets merged into it before follow. */
export const updateMergedInto = async (
  tx: Tx,
  { fromId, intoId, updatedAt }: { fromId: number; intoId: number; updatedAt: Date },
): Promise<void> => {
  await tx
    .updateTable('tickets')
    .set({ merged_into: intoId, updated_at: updatedAt })
    .where((where) => where.or([where('id', '=', fromId), where('merged_into', '=', fromId)]))
    .execute();
};

/** A ticket that another one may be merged into. */
export interface MergeCandidateRow {
  id: number;
  subject: string;
  status: TicketStatus;
  requesterEmail: string | null;
  requesterName: string | null;
  createdAt: Date;
}

/**
 * The newest open tickets of a requester, but for the ticket `id`, and the others that are named;
 * the newest first.
 */
export const listCandidates = async (
  db: Db,
  ticket: {
    id: number;
    requesterEmail: string | null;
    mostOwn: number;
    alikeIds: readonly number[];
  },
): Promise<MergeCandidateRow[]> => {
  const { rows } = await sql<MergeCandidateRow>`
    select id, subject, status, requester_email as "requesterEmail", requester_name as "requesterName",
      created_at as "createdAt"
    from tickets where id = any(${[...ticket.alikeIds]}::integer[]) or id = any(array(
      select id from tickets
      where requester_email = ${ticket.requesterEmail} and id <> ${ticket.id}
        and status in ('open', 'in_progress') and merged_into is null
      order by id desc limit ${ticket.mostOwn}
    )) order by id desc`.execute(db);
  return rows;
};
