import { sql } from 'kysely';
import type { FieldChange } from '../audit/audit.ts';
import type { Db, Tx } from '../connection/database.ts';

/** A change of many tickets by one call; it is stored as long as it can be undone. */
export interface ChangeRow {
  id: string;
  /** The caller that made the change, in the form of the audit trail. */
  actor: string;
  madeAt: Date;
}

/** Inserts a change; does nothing if it is already stored. */
export const insertChange = async (tx: Tx, { id, actor, madeAt }: ChangeRow): Promise<void> => {
  await tx
    .insertInto('ticket_changes')
    .values({ id, actor, made_at: madeAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const insertChangeActs = async (
  tx: Tx,
  changeId: string,
  acts: readonly { actId: string; ticketId: number; formerAssignee: string | null }[],
): Promise<void> => {
  await sql`
    insert into ticket_change_acts (change_id, act_id, ticket_id, former_assignee)
    select ${changeId}, "actId", "ticketId", "formerAssignee" from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb)
      as act("actId" bigint, "ticketId" integer, "formerAssignee" text)`.execute(tx);
};

export const findChange = (db: Db, id: string): Promise<ChangeRow | undefined> =>
  db
    .selectFrom('ticket_changes')
    .select(['id', 'actor', 'made_at as madeAt'])
    .where('id', '=', id)
    .executeTakeFirst();

export interface ChangedTicketRow {
  ticketId: number;
  formerAssignee: string | null;
  changes: FieldChange[];
  /** True if nothing was done to the ticket after the change. */
  isLast: boolean;
}

/** Lists the tickets of a change by id. `isLast` is exact while they are locked. */
export const listChangedTickets = async (
  db: Db,
  changeId: string,
  ticketIds?: readonly number[],
): Promise<ChangedTicketRow[]> => {
  const { rows } = await sql<ChangedTicketRow>`
    select c.ticket_id as "ticketId", c.former_assignee as "formerAssignee", a.changes,
      not exists (
        select from audit_log later
        where later.target = a.target and later.id > a.id and later.outcome = 'done'
      ) as "isLast"
    from ticket_change_acts c join audit_log a on a.id = c.act_id
    where c.change_id = ${changeId}
      and (${ticketIds ?? null}::integer[] is null or c.ticket_id = any(${ticketIds ?? null}::integer[]))
    order by c.ticket_id`.execute(db);
  return rows;
};

export const deleteChangesBefore = async (db: Db, moment: Date): Promise<void> => {
  await db.deleteFrom('ticket_changes').where('made_at', '<', moment).execute();
};
