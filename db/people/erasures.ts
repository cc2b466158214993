import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** Stores an erasure without the person's address; a hash for the ledger stays until the ledger has it. */
export const insertErasure = async (
  tx: Tx,
  receipt: {
    id: string;
    requestedAt: Date;
    records: { kind: string; count: number }[];
    unrecorded: string | null;
  },
): Promise<void> => {
  await tx
    .insertInto('erasures')
    .values({
      id: receipt.id,
      requested_at: receipt.requestedAt,
      records: JSON.stringify(receipt.records),
      unrecorded: receipt.unrecorded,
    })
    .execute();
};

/** Lists erasures that are missing in the storage's ledger. */
export const listUnrecorded = async (
  db: Db,
): Promise<{ id: string; requestedAt: Date; hash: string }[]> => {
  const rows = await db
    .selectFrom('erasures')
    .select(['id', 'requested_at as requestedAt', 'unrecorded as hash'])
    .where('unrecorded', 'is not', null)
    .execute();
  return rows.flatMap(({ hash, ...row }) => (hash === null ? [] : [{ ...row, hash }]));
};

/** Clears the hash once the ledger has the erasure. */
export const updateRecorded = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('erasures').set({ unrecorded: null }).where('id', '=', id).execute();
};

/** All columns that contain one person's address, by table. */
export const addresses: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['accounts', 'email'],
  ['api_keys', 'owner_email'],
  ['attachments', 'uploader_email', 'person_email'],
  ['audit_log', 'actor_email', 'acting_for'],
  ['group_members', 'email'],
  ['groups', 'owner_email'],
  ['idempotency_keys', 'caller_email'],
  ['inbound_mails', 'sender'],
  ['macros', 'owner_email'],
  ['note_mentions', 'email'],
  ['note_recipients', 'email'],
  ['outbox', 'recipient', 'sender_email'],
  ['preferences', 'email'],
  ['quiz_attempts', 'email'],
  ['reader_profiles', 'email'],
  ['sessions', 'email'],
  ['streak_reminders', 'email'],
  ['streaks', 'email'],
  ['team', 'email'],
  ['ticket_assignments', 'email'],
  ['ticket_change_acts', 'former_assignee'],
  ['ticket_composing', 'email'],
  ['ticket_messages', 'person_email'],
  ['ticket_notes', 'person_email'],
  ['ticket_presence', 'email'],
  ['ticket_views', 'owner_email'],
  ['tickets', 'requester_email', 'assignee_email'],
  ['webhook_deliveries', 'email'],
];

/** Builds a pad of HMAC-SHA-256 (RFC 2104) for a key of at most 64 bytes. */
const padOf = (key: Buffer, byte: number): Buffer =>
  Buffer.from(Buffer.concat([key, Buffer.alloc(64 - key.length)]).map((one) => one ^ byte));

/**
 * Finds the addresses in the database whose HMAC-SHA-256 is in `hashes` (hexadecimal). Reads every table
 * with addresses once; it has no timeout.
 */
export const findAddressesByHash = async (
  db: Db,
  key: Buffer,
  hashes: readonly string[],
): Promise<string[]> => {
  const [inner, outer] = [padOf(key, 0x36), padOf(key, 0x5c)];
  const found = new Set<string>();
  for (const [table, ...columns] of addresses) {
    for (const column of columns) {
      const address = sql.ref(column);
      const { rows } = await db.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        return sql<{ address: string }>`
          select distinct ${address} as address from ${sql.table(table)}
          where encode(sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${address}, 'UTF8'))), 'hex')
            = any (${hashes}::text[])`.execute(tx);
      });
      for (const row of rows) found.add(row.address);
    }
  }
  return [...found];
};
