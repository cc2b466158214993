import { sql } from 'kysely';
import { exportedColumns } from '../tickets/tickets.ts';
import { countRows, deleted, listRows, type PersonalRecords } from './personal-records.ts';
import { eraseTexts } from './ticket-erasure.ts';

/**
 * The ids of a person's tickets, as an array: a subquery beside `or` makes PostgreSQL read the whole table.
 */
export const ticketsOf = (email: string) =>
  sql`any (array(select id from tickets where requester_email = ${email}))`;

/** Selects the texts on a person's tickets, and the person's texts on tickets of others. */
const textsOf = (email: string) =>
  sql`(ticket_id = ${ticketsOf(email)} or person_email = ${email})`;

/** The texts of an agent to others stay under a pseudonym; other texts are erased with {@link tickets}. */
export const texts = (
  kind: string,
  table: 'ticket_messages' | 'ticket_notes',
  columns: string,
): PersonalRecords => {
  const byAgent = (email: string) =>
    table === 'ticket_notes'
      ? sql`author collate "C" = ${email}`
      : sql`(origin = 'agent' and author collate "C" = ${email})`;
  return {
    kind,
    count: (db, email) =>
      countRows(db, sql`${sql.table(table)} where ${textsOf(email)} or ${byAgent(email)}`),
    list: (db, email) =>
      listRows(
        db,
        sql`select ${sql.raw(columns)} from ${sql.table(table)}
          where ${textsOf(email)} or ${byAgent(email)} order by id`,
      ),
    erase: async (tx, { email, pseudonym }) => {
      await sql`
        update ${sql.table(table)} set author = ${pseudonym} where ${byAgent(email)}`.execute(tx);
      await sql`
        with gone as (
          delete from ticket_response_times where grouped_by like 'agent%' and name = ${email}
          returning day
        )
        insert into changed_response_days (day) select distinct day from gone`.execute(tx);
    },
  };
};

export const tickets: PersonalRecords = {
  kind: 'tickets',
  count: (db, email) => countRows(db, sql`tickets where requester_email = ${email}`),
  list: (db, email) =>
    listRows(
      db,
      sql`${db.selectFrom('tickets').select(exportedColumns).where('requester_email', '=', email).orderBy('id')}`,
    ),
  erase: async (tx, { email, pseudonym }) => {
    const { rows } = await sql<{
      id: number;
    }>`select id from tickets where requester_email = ${email}`.execute(tx);
    await eraseTexts(tx, { ticketIds: rows.map(({ id }) => id), email, pseudonym });
  },
};

export const assignments: PersonalRecords = {
  kind: 'assignments',
  count: (db, email) => countRows(db, sql`tickets where assignee_email = ${email}`),
  erase: async (tx, { email }) => {
    await sql`update tickets set assignee_email = null where assignee_email = ${email}`.execute(tx);
  },
};

/** Former assignees; without its row, a ticket's history shows the assignment without a name. */
export const formerAssignments = deleted(
  'former-assignments',
  'ticket_assignments',
  (email) => sql`email = ${email}`,
  'ticket_id as "ticketId", at',
);

/**
 * Events that name an assignee. Only who was ever assigned a ticket is looked for, because no index has
 * these addresses; so this precedes {@link formerAssignments}.
 */
export const assignmentEvents = deleted(
  'assignment-events',
  'webhook_deliveries',
  (email) => sql`type = 'ticket.updated'
    and (select exists (select from ticket_assignments where email = ${email}))
    and ${email}::text in (data #>> '{changes,assignee,from}', data #>> '{changes,assignee,to}')`,
  'type, data, status, occurred_at as "occurredAt", delivered_at as "deliveredAt"',
);
