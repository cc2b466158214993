import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** Deletes up to `limit` rows that are older than a moment and returns how many it deleted. */
export type DeleteOlder = (db: Db, before: Date, limit: number) => Promise<number>;

const deleteOlder =
  (table: string, key: string, column: string, also = 'true'): DeleteOlder =>
  async (db, before, limit) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)}
        where ${sql.ref(column)} < ${before} and ${sql.raw(also)} limit ${limit}
      )`.execute(db);
    return Number(numAffectedRows ?? 0);
  };

/** Deletes mails that will not be sent any more. */
export const deleteOldMails = deleteOlder(
  'outbox',
  'id',
  'created_at',
  "status in ('sent', 'failed', 'dropped', 'bounced')",
);

/** Deletes records of mails from readers, quarantined ones included. */
export const deleteOldInboundMails = deleteOlder('inbound_mails', 'id', 'received_at');

/** Deletes attempts at quizzes in the default partition; by row id, because their key has two columns. */
export const deleteOldAttempts = deleteOlder('quiz_attempts_default', 'ctid', 'attempted_at');

/** Deletes events of the newsletter's platform, in any state. */
export const deleteOldNewsletterEvents = deleteOlder('newsletter_events', 'uid', 'received_at');

/**
 * Deletes deliveries of outgoing webhooks in the default partition, including those that wait for disabled
 * endpoints.
 */
export const deleteOldWebhookDeliveries = deleteOlder(
  'webhook_deliveries_default',
  'id',
  'occurred_at',
);

/** Deletes sessions of the console, ended or not. */
export const deleteOldSessions = deleteOlder('sessions', 'id', 'created_at');

export const deleteOldAssignments = deleteOlder('ticket_assignments', 'act_id', 'at');

/** Deletes acts of the audit trail in the default partition, oldest first. */
export const deleteOldActs: DeleteOlder = async (db, before, limit) => {
  const { rows } = await sql<{ deleted: number }>`
    select delete_audit_before(${before}, ${limit}) as deleted`.execute(db);
  return rows[0]?.deleted ?? 0;
};

/**
 * Locks up to `limit` closed tickets that did not change since a moment and whose last change was not their
 * erasure. `tickets_retention_idx` contains no other tickets.
 */
export const lockOldTickets = async (tx: Tx, before: Date, limit: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('tickets')
    .select('id')
    .where('status', '=', 'closed')
    .whereRef('erased_as_of', 'is distinct from', 'updated_at')
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
};
