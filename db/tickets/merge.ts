import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { TicketStatus } from '../schema.ts';

/** The tables with a `ticket_id`. */
const kinds = {
  messages: 'ticket_messages',
  notes: 'ticket_notes',
  attachments: 'attachments',
  mails: 'outbox',
  tags: 'ticket_tags',
};

/** The tables that results of mails refer to. */
const mailed = { message_id: 'ticket_messages', note_id: 'ticket_notes' };

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

/** Moves the contents of a ticket to another; both must be locked. Storage paths do not change. */
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
  // These are separate statements, because with `or` neither could use its index.
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
  await sql`delete from ticket_snoozes where ticket_id = ${fromId}`.execute(tx);
};

/** Marks a ticket as merged, and redirects the tickets that were merged into it before. */
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

export interface MergeCandidateRow {
  id: number;
  subject: string;
  status: TicketStatus;
  requesterEmail: string | null;
  requesterName: string | null;
  createdAt: Date;
}

/** Lists the requester's newest open tickets and the given others, newest first. */
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
