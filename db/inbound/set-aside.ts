import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** Outcomes of mails that are set aside: no person is known to have written them. */
export const setAsideOutcomes = ['ignored', 'quarantined'] as const;

export const countQuarantinedMails = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('inbound_mails')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('outcome', '=', 'quarantined')
    .executeTakeFirstOrThrow();
  return count;
};

/** Counts the set-aside mails that were not viewed yet, by reason. */
export const countUnseen = (db: Db): Promise<{ reason: string; count: number }[]> =>
  db
    .selectFrom('inbound_mails')
    .select([
      sql<string>`coalesce(reason, outcome)`.as('reason'),
      sql<number>`count(*)::integer`.as('count'),
    ])
    .where('outcome', 'in', setAsideOutcomes)
    .where('looked_at', 'is', null)
    .groupBy('reason')
    .groupBy('outcome')
    .orderBy('reason')
    .execute();

/** Marks set-aside mails as viewed; returns the ones that changed. */
export const updateLookedAt = async (
  tx: Tx,
  ids: readonly number[],
  lookedAt: Date,
): Promise<number[]> => {
  const rows = await tx
    .updateTable('inbound_mails')
    .set({ looked_at: lookedAt })
    .where('id', 'in', ids)
    .where('outcome', 'in', setAsideOutcomes)
    .where('looked_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Deletes the row of a set-aside mail, so that it can be read again; returns false if there is none. */
export const deleteSetAside = async (tx: Tx, id: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('inbound_mails')
    .where('id', '=', id)
    .where('outcome', 'in', setAsideOutcomes)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/**
 * Deletes the oldest quarantined mails while their number or total size is over the limit; returns how many.
 */
export const deleteOldestQuarantined = async (
  tx: Tx,
  most: { mails: number; bytes: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from inbound_mails where id in (
      select id from (
        select m.id, row_number() over newest as mails, sum(coalesce(o.bytes, octet_length(m.raw), 0)) over newest as bytes
        from inbound_mails m left join inbound_originals o on o.id = m.original_id
        where m.outcome = 'quarantined' window newest as (order by m.id desc)
      ) as counted where mails > ${most.mails} or bytes > ${most.bytes}
    )`.execute(tx);
  return Number(numAffectedRows ?? 0);
};
