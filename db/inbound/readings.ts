import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { clock, isPast } from '../jobs/work-rows.ts';

// A row records the unfinished attempts to read a mail, by the mail's hash.

const dayMs = 24 * 3_600_000;

/** Stores that an attempt begins and returns its number; undefined if the maximum has been reached. */
export const startReading = async (
  db: Db,
  mailHash: string,
  most: number,
): Promise<number | undefined> => {
  const row = await db
    .insertInto('inbound_readings')
    .values({ mail_hash: mailHash, attempts: 1, started_at: clock })
    .onConflict((conflict) =>
      conflict
        .column('mail_hash')
        .doUpdateSet({ attempts: sql`inbound_readings.attempts + 1`, started_at: clock })
        .where('inbound_readings.attempts', '<', most),
    )
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts;
};

/** Returns true if the last attempt began less than `endsAfterMs` ago. */
export const isBeingRead = async (
  db: Db,
  mailHash: string,
  endsAfterMs: number,
): Promise<boolean> => {
  const row = await db
    .selectFrom('inbound_readings')
    .select('mail_hash')
    .where('mail_hash', '=', mailHash)
    .where((where) => where.not(isPast('started_at', endsAfterMs)))
    .executeTakeFirst();
  return row !== undefined;
};

/** Deletes the attempts at a mail, and those not resumed for a day. */
export const endReading = async (db: Db, mailHash: string): Promise<void> => {
  await db
    .deleteFrom('inbound_readings')
    .where((where) => where.or([where('mail_hash', '=', mailHash), isPast('started_at', dayMs)]))
    .execute();
};
