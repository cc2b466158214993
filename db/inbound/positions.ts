import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** The position up to which a mailbox was read (RFC 9051 §2.3.1.1). */
export interface MailboxPosition {
  mailbox: string;
  uidValidity: string;
  lastUid: number;
}

/** The mailbox's position; undefined if it was never read. */
export const findPosition = (
  db: Db,
  mailbox: string,
): Promise<(MailboxPosition & { readAt: Date }) | undefined> =>
  db
    .selectFrom('inbound_positions')
    .select([
      'mailbox',
      'uid_validity as uidValidity',
      sql<number>`last_uid::integer`.as('lastUid'),
      'read_at as readAt',
    ])
    .where('mailbox', '=', mailbox)
    .executeTakeFirst();

/**
 * Stores how far a mailbox has been read. The position never decreases unless the mailbox's UIDVALIDITY
 * changed.
 */
export const upsertPosition = async (
  tx: Tx,
  position: MailboxPosition,
  readAt: Date,
): Promise<void> => {
  await tx
    .insertInto('inbound_positions')
    .values({
      mailbox: position.mailbox,
      uid_validity: position.uidValidity,
      last_uid: String(position.lastUid),
      read_at: readAt,
    })
    .onConflict((conflict) =>
      conflict.column('mailbox').doUpdateSet({
        uid_validity: (eb) => eb.ref('excluded.uid_validity'),
        last_uid: sql`case when inbound_positions.uid_validity = excluded.uid_validity
          then greatest(inbound_positions.last_uid, excluded.last_uid) else excluded.last_uid end`,
        read_at: (eb) => eb.ref('excluded.read_at'),
      }),
    )
    .execute();
};
