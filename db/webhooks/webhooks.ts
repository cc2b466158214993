import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { claimable, clock, fromNow, isPast, leaseFor, released } from '../jobs/work-rows.ts';
import type { Schema } from '../schema.ts';

export interface WebhookRow {
  id: number;
  url: string;
  events: string[];
  createdAt: Date;
  /** The number of failures since the last success. */
  failures: number;
  failingSince: Date | null;
  disabledAt: Date | null;
  pending: number;
  /** False: an event that fails does not hold up the others. */
  ordered: boolean;
}

/** Serializes changes of webhooks, which makes their limit exact. */
export const lockWebhooks = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(tx);
};

export const countWebhooks = async (db: Db): Promise<number> => {
  const { webhooks } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<string>().as('webhooks'))
    .executeTakeFirstOrThrow();
  return Number(webhooks);
};

export const insertWebhook = async (
  tx: Tx,
  webhook: { url: string; events: string[]; ordered: boolean; secret: string; createdAt: Date },
): Promise<number> => {
  const { id } = await tx
    .insertInto('webhooks')
    .values({
      url: webhook.url,
      events: webhook.events,
      ordered: webhook.ordered,
      secret: webhook.secret,
      created_at: webhook.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const countPending = (eb: ExpressionBuilder<Schema, 'webhooks'>) =>
  eb
    .selectFrom('webhook_deliveries')
    .select((inner) => inner.cast<number>(inner.fn.countAll(), 'integer').as('count'))
    .whereRef('webhook_id', '=', 'webhooks.id')
    .where('status', '=', 'pending')
    .$asScalar()
    .$notNull()
    .as('pending');

export const listWebhooks = (db: Db): Promise<WebhookRow[]> =>
  db
    .selectFrom('webhooks')
    .select((eb) => [
      'id',
      'url',
      'events',
      'ordered',
      'created_at as createdAt',
      'failures',
      'failing_since as failingSince',
      'disabled_at as disabledAt',
      countPending(eb),
    ])
    .orderBy('id')
    .execute();

export const hasWebhook = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

/** The former secrets that still sign, newest first. */
const formerSecrets = sql<string>`(
  select coalesce(jsonb_agg(former), '[]') from jsonb_array_elements(
    jsonb_build_array(jsonb_build_object('secret', previous_secret, 'until', previous_secret_until)) || older_secrets
  ) former where (former ->> 'until')::timestamptz > ${clock})`;

/** All secrets that sign, newest first. */
const secrets = sql<string[]>`
  array[secret] || array(select former ->> 'secret' from jsonb_array_elements(${formerSecrets}) former)`;

export interface WebhookSettings {
  url: string;
  events: string[];
  ordered: boolean;
}

/** Locks a webhook; undefined if it does not exist. */
export const lockWebhook = (
  tx: Tx,
  id: number,
): Promise<(WebhookSettings & { secrets: string[] }) | undefined> =>
  tx
    .selectFrom('webhooks')
    .select(['url', 'events', 'ordered', secrets.as('secrets')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Updates a webhook and ends the turn of its sender. A new address starts without failures. */
export const updateWebhook = async (
  tx: Tx,
  id: number,
  settings: Partial<WebhookSettings>,
): Promise<void> => {
  await tx
    .updateTable('webhooks')
    .set({ ...settings, claims: sql<number>`claims + 1`, ...released })
    .$if(settings.url !== undefined, (query) =>
      query.set({ failures: 0, failing_since: null, due_at: clock }),
    )
    .where('id', '=', id)
    .execute();
};

/** Deletes a webhook with its deliveries. Returns whether it existed. */
export const deleteWebhook = async (tx: Tx, id: number): Promise<boolean> => {
  const deleted = await tx.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst();
  await tx.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
  return deleted.numDeletedRows > 0n;
};

/**
 * Replaces the secret and returns whether the webhook exists. The old secret also signs for `overlapMs`, and
 * former ones for what is left of their own.
 */
export const rotateSecret = async (
  tx: Tx,
  id: number,
  secret: string,
  overlapMs: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set((eb) => ({
      secret,
      older_secrets: formerSecrets,
      previous_secret: overlapMs > 0 ? eb.ref('webhooks.secret') : null,
      previous_secret_until: overlapMs > 0 ? fromNow(overlapMs) : null,
    }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Ends the pause and, with `enable`, the disabling. Returns whether the webhook exists. */
export const resumeWebhook = async (tx: Tx, id: number, enable: boolean): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({
      due_at: clock,
      ...(enable && { disabled_at: null, failing_since: null, failures: 0 }),
    })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** A webhook that this process handles; `claims` is the fence of its lease. */
export interface ClaimedWebhook {
  id: number;
  claims: number;
  url: string;
  ordered: boolean;
  failures: number;
}

/** Claims the due webhook that has waited longest; undefined if none is due. */
export const claimWebhook = (db: Db, leaseMs: number): Promise<ClaimedWebhook | undefined> =>
  db
    .updateTable('webhooks')
    .set({ ...leaseFor(leaseMs), claims: sql<number>`claims + 1` })
    .where(
      claimable('webhooks', 'id', {
        where: sql`disabled_at is null and ${isPast('due_at')} and exists (
          select from webhook_deliveries d where d.webhook_id = webhooks.id and d.status = 'pending'
            and (ordered or d.retry_at is null or ${isPast('d.retry_at')}))`,
        orderBy: 'due_at',
        limit: 1,
      }),
    )
    .returning(['id', 'claims', 'url', 'ordered', 'failures'])
    .executeTakeFirst();

const held =
  ({ id, claims }: ClaimedWebhook) =>
  (eb: ExpressionBuilder<Schema, 'webhooks'>) =>
    eb.and({ id, claims });

/** Returns the secrets that sign; undefined if the lease is lost or the webhook deleted. */
export const extendClaim = async (
  db: Db,
  claim: ClaimedWebhook,
  leaseMs: number,
): Promise<string[] | undefined> => {
  const row = await db
    .updateTable('webhooks')
    .set(leaseFor(leaseMs))
    .where(held(claim))
    .returning(secrets.as('secrets'))
    .executeTakeFirst();
  return row?.secrets;
};

export const updateWebhookSuccess = async (tx: Tx, claim: ClaimedWebhook): Promise<void> => {
  await tx
    .updateTable('webhooks')
    .set({ failures: 0, failing_since: null })
    .where(held(claim))
    .where('failures', '>', 0)
    .execute();
};

/**
 * Counts a failure and disables the webhook if it has failed for too long. `pauseMs` releases it until after
 * the pause.
 */
export const updateWebhookFailure = async (
  tx: Tx,
  claim: ClaimedWebhook,
  { pauseMs, disableAfterMs }: { pauseMs: number | undefined; disableAfterMs: number },
): Promise<{ disabled: boolean } | undefined> =>
  tx
    .updateTable('webhooks')
    .set({
      failures: sql<number>`failures + 1`,
      failing_since: sql<Date>`coalesce(failing_since, ${clock})`,
      ...(pauseMs !== undefined && { due_at: fromNow(pauseMs), ...released }),
      disabled_at: sql<Date | null>`case when ${isPast('failing_since', disableAfterMs)} then ${clock} end`,
    })
    .where(held(claim))
    .returning(sql<boolean>`disabled_at is not null`.as('disabled'))
    .executeTakeFirst();

/** Releases the webhook, which is due at once. */
export const releaseWebhook = async (db: Db, claim: ClaimedWebhook): Promise<void> => {
  await db.updateTable('webhooks').set(released).where(held(claim)).execute();
};
