import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

export const listSnoozes = async (
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, Date>> => {
  const rows = await db
    .selectFrom('ticket_snoozes')
    .select(['ticket_id as id', 'until'])
    .where(sql<boolean>`ticket_id = any(${ids}::integer[])`)
    .where('until', '>', now)
    .execute();
  return new Map(rows.map(({ id, until }) => [id, until]));
};

/** Snoozes tickets until a moment; null ends their snoozes. */
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
            on conflict (ticket_id) do update set until = excluded.until, hinted = false`
    }`.execute(tx);
};

/** Emits a hint for each snooze that ended. The row stays until the ticket is handled. */
export const insertSnoozeHints = async (tx: Tx, moment: Date): Promise<void> => {
  await sql`
    with ended as (
      update ticket_snoozes set hinted = true where until <= ${moment} and not hinted returning ticket_id
    )
    insert into hints (target) select 'ticket:' || ticket_id from ended on conflict do nothing`.execute(
    tx,
  );
};
