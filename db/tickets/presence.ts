import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { clock, isPast } from '../jobs/work-rows.ts';

export interface PresenceRow {
  email: string;
  name: string | null;
  state: 'viewing' | 'typing';
}

/** Deletes rows older than `aliveMs`, except locked ones; returns their tickets. */
export const deleteGonePresence = async (tx: Tx, aliveMs: number): Promise<number[]> => {
  const { rows } = await sql<{ ticketId: number }>`
    delete from ticket_presence where (ticket_id, email) in (
      select ticket_id, email from ticket_presence where ${isPast('seen_at', aliveMs)} for update skip locked
    ) returning ticket_id as "ticketId"`.execute(tx);
  return rows.map(({ ticketId }) => ticketId);
};

/**
 * Stores a presence and returns whether others see a change. Violates `ticket_presence_ticket_id_fkey`
 * without the ticket.
 */
export const updatePresence = async (
  tx: Tx,
  ticketId: number,
  { email, name, state }: PresenceRow,
): Promise<boolean> => {
  // The subquery reads the row from before the statement.
  const { rows } = await sql<{ changed: boolean }>`
    insert into ticket_presence (ticket_id, email, name, state, seen_at)
    values (${ticketId}, ${email}, ${name}, ${state}, ${clock})
    on conflict (ticket_id, email) do update set name = excluded.name, state = excluded.state, seen_at = excluded.seen_at
    returning not exists (
      select from ticket_presence before where before.ticket_id = ${ticketId} and before.email = ${email}
        and before.state = ${state} and before.name is not distinct from ${name}
    ) as changed`.execute(tx);
  return rows[0]?.changed ?? true;
};

export const deletePresence = async (tx: Tx, ticketId: number, email: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('ticket_presence')
    .where('ticket_id', '=', ticketId)
    .where('email', '=', email)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const listOthers = (
  db: Db,
  { ticketId, email, aliveMs }: { ticketId: number; email: string; aliveMs: number },
): Promise<PresenceRow[]> =>
  db
    .selectFrom('ticket_presence')
    .select(['email', 'name', 'state'])
    .where('ticket_id', '=', ticketId)
    .where('email', '<>', email)
    .where((where) => where.not(isPast('seen_at', aliveMs)))
    .orderBy('email')
    .execute();
