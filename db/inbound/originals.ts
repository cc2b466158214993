import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { clock, isPast } from '../jobs/work-rows.ts';

// Originals are storage objects: raw mails, and files of mails whose row is not committed yet. Each one has
// a row that is written before the object and deleted after it.

/** A storage object with the raw source of a mail. */
export interface OriginalRow {
  id: number;
  path: string;
  bytes: number;
  /** True if the object was stored completely; if not, parts of it may exist. */
  stored: boolean;
}

const columns = ['id', 'path', 'bytes', 'stored'] as const;

/**
 * Finds the stored original with this hash and keeps it for at least another hour; undefined if there is
 * none.
 */
export const touchOriginal = (db: Db, hash: string): Promise<OriginalRow | undefined> =>
  db
    .updateTable('inbound_originals')
    .set({ kept_at: clock })
    .where('hash', '=', hash)
    .where('stored', '=', true)
    .where('unwanted', '=', false)
    .returning(columns)
    .executeTakeFirst();

/** Inserts the row of an object that is about to be written; returns its id. */
export const insertOriginal = async (
  db: Db,
  original: { hash: string; path: string; bytes: number },
): Promise<number> => {
  const { id } = await db
    .insertInto('inbound_originals')
    .values({ ...original, kept_at: clock })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Records that an object is stored. Violates `inbound_originals_hash_idx` if the same mail is already
 * stored.
 */
export const updateToStored = async (db: Db, id: number): Promise<void> => {
  await db.updateTable('inbound_originals').set({ stored: true }).where('id', '=', id).execute();
};

/** Finds the original of a mail or of a message's mail; undefined if it was deleted. */
export const findOriginalOf = (
  db: Db,
  of: { inboundId: number } | { messageId: number },
): Promise<OriginalRow | undefined> =>
  db
    .selectFrom('inbound_mails as mail')
    .innerJoin('inbound_originals as original', 'original.id', 'mail.original_id')
    .select(['original.id', 'path', 'bytes', 'stored'])
    .where('unwanted', '=', false)
    .where(
      'inboundId' in of ? 'mail.id' : 'mail.message_id',
      '=',
      'inboundId' in of ? of.inboundId : of.messageId,
    )
    .executeTakeFirst();

/** Returns those of the messages that came by a mail whose original is stored. */
export const listMessagesWithOriginal = async (
  db: Db,
  messageIds: readonly number[],
): Promise<number[]> => {
  if (messageIds.length === 0) return [];
  const rows = await db
    .selectFrom('inbound_mails as mail')
    .innerJoin('inbound_originals as original', 'original.id', 'mail.original_id')
    .select('mail.message_id as id')
    .where('mail.message_id', 'in', messageIds)
    .where('unwanted', '=', false)
    .execute();
  return rows.flatMap(({ id }) => id ?? []);
};

export const updateAutomatic = async (tx: Tx, id: number, automatic: boolean): Promise<void> => {
  await tx.updateTable('inbound_originals').set({ automatic }).where('id', '=', id).execute();
};

/**
 * Marks the oldest originals of automatic mails for removal while their number or total size is over the
 * limit; returns how many.
 */
export const dropOldestAutomatic = async (
  tx: Tx,
  most: { mails: number; bytes: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update inbound_originals set unwanted = true where id in (
      select id from (
        select id, row_number() over newest as mails, sum(bytes) over newest as total
        from inbound_originals where automatic and not unwanted window newest as (order by id desc)
      ) as counted where mails > ${most.mails} or total > ${most.bytes}
    )`.execute(tx);
  return Number(numAffectedRows ?? 0);
};

/** Marks unneeded originals for removal. */
export const dropOriginals = async (db: Db, ids: readonly number[]): Promise<void> => {
  await db
    .updateTable('inbound_originals')
    .set({ unwanted: true })
    .where('id', 'in', ids)
    .execute();
};

/** Marks originals for removal that have had no mail for a while: it was deleted or never stored. */
export const dropOrphans = async (db: Db, afterMs: number): Promise<void> => {
  await db
    .updateTable('inbound_originals')
    .set({ unwanted: true })
    .where('unwanted', '=', false)
    .where(isPast('kept_at', afterMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inbound_mails as mail')
            .select('mail.id')
            .whereRef('mail.original_id', '=', 'inbound_originals.id'),
        ),
      ),
    )
    .execute();
};

/** Originals whose object is to be removed, oldest first. */
export const listUnwanted = (db: Db, limit: number): Promise<OriginalRow[]> =>
  db
    .selectFrom('inbound_originals')
    .select(columns)
    .where('unwanted', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Deletes the row of an original whose object is gone. */
export const deleteOriginal = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('inbound_originals').where('id', '=', id).execute();
};
