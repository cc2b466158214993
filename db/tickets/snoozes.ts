import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** May include expired snoozes. */
export const listSnoozes = async (db: Db, ids: readonly number[]): Promise<Map<number, Date>> => {
  const rows = await db
    .selectFrom('ticket_snoozes')
    .select(['ticket_id as id', 'until'])
    .where(sql<boolean>`ticket_id = any(${ids}::integer[])`)
    .execute();
  return new Map(rows.map(({ id, until }) => [id, until]));
};

/** Null ends the snooze. */
export const updateSnoozes = async (
  tx: Tx,
  ids: readonly number[],
  until: Date | null,
): Promise<void> => {
  await sql`
    ${
      until === null
        ? sql`delete from ticket_snoozes where ticket_id = any(${ids}::integer[])`
        : sql`insert into ticket_snoozes (ticket_id, until) select unnest(${ids}::integer[]), ${until}::timestamptz
            on conflict (ticket_id) do update set until = excluded.until`
    }`.execute(tx);
};

/** Ends expired snoozes and emits hints. */
export const deleteSnoozesBefore = async (tx: Tx, moment: Date): Promise<void> => {
  await sql`
    with ended as (delete from ticket_snoozes where until <= ${moment} returning ticket_id)
    insert into hints (target) select 'ticket:' || ticket_id from ended on conflict do nothing`.execute(
    tx,
  );
};
