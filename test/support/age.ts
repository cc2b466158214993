import { sql } from 'kysely';
import type { Db } from '../../db/connection/database.ts';
import { hourMs, minuteMs } from '../../server/core/civil-time.ts';

/** The timestamp columns of each table that the database's clock decides about. */
const moments = {
  attachments: ['lease_until', 'scan_due_at'],
  job_runs: ['lease_until', 'retry_at'],
  outbox: ['due_at', 'undo_until', 'lease_until', 'last_attempt_at', 'created_at', 'sent_at'],
  webhooks: ['due_at', 'failing_since', 'lease_until', 'previous_secret_until'],
  webhook_deliveries: ['first_attempt_at', 'occurred_at', 'retry_at'],
};

const age = async (db: Db, table: keyof typeof moments, ms: number): Promise<void> => {
  const changes = moments[table].map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${ms} * interval '1 millisecond'`,
  );
  await sql`update ${sql.table(table)} set ${sql.join(changes)}`.execute(db);
};

/** Makes the leases and scans of attachments older. */
export const ageAttachments = (db: Db, ms: number) => age(db, 'attachments', ms);

/** Makes every run of a job older. */
export const ageRuns = (db: Db, ms: number) => age(db, 'job_runs', ms);

/** Makes every mail of the outbox older. */
export const ageMails = (db: Db, minutes: number) => age(db, 'outbox', minutes * minuteMs);

/** Makes all webhooks and their deliveries older. */
export const ageWebhooks = async (db: Db, hours: number): Promise<void> => {
  await age(db, 'webhooks', hours * hourMs);
  await sql`
    update webhooks set older_secrets = (
      select coalesce(jsonb_agg(older || jsonb_build_object('until',
        (older ->> 'until')::timestamptz - ${hours} * interval '1 hour')), '[]')
      from jsonb_array_elements(older_secrets) older)`.execute(db);
  await age(db, 'webhook_deliveries', hours * hourMs);
};
