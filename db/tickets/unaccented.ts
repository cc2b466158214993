import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/**
 * Adds words without accents to the index for the newest texts that lack them; returns how many. Rows are
 * locked before their messages are read, so that no new message is missed.
 */
export const unaccentTexts = async (tx: Tx, limit: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select ticket_id as id from ticket_texts where not unaccented
    order by ticket_id desc limit ${limit} for update skip locked`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`
    update ticket_texts x set tsv = ticket_text(t.id, t.subject), unaccented = true
    from tickets t where t.id = x.ticket_id and x.ticket_id = any(${ids}::integer[])`.execute(tx);
  return ids.length;
};

export const countAccentedTexts = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ left: number }>`
    select count(*)::integer as left from ticket_texts where not unaccented`.execute(db);
  return rows[0]?.left ?? 0;
};
