import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import { clock, fromNow, isPast } from '../jobs/work-rows.ts';

/** A `failed` delivery is not sent again. */
type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export interface DeliveryRow extends PendingDelivery {
  status: DeliveryStatus;
  lastAttemptAt: Date | null;
  /** Null if there was no response. */
  responseStatus: number | null;
  error: string | null;
  deliveredAt: Date | null;
}

/** An event; `email` is the reader concerned, in lower case. */
interface NewEvent {
  type: string;
  email: string | null;
  data: Record<string, unknown>;
}

/** Stores a delivery for each subscribed webhook, in the transaction of the change. */
export const publishEvent = async (tx: Tx, { type, email, data }: NewEvent): Promise<void> => {
  await runPrepared(
    tx,
    sql`select publish_event(${type}, ${email}, ${JSON.stringify(data)}::jsonb)`.compile(tx),
  );
};

/** Stores events of one type, in one statement. */
export const publishEvents = async (
  tx: Tx,
  type: string,
  data: readonly Record<string, unknown>[],
): Promise<void> => {
  if (data.length === 0) return;
  const statement = sql`
    select publish_event(${type}, null, item) from jsonb_array_elements(${JSON.stringify(data)}::jsonb) item
    where exists (select from webhooks where ${type} = any (events))`;
  await runPrepared(tx, statement.compile(tx));
};

export interface PendingDelivery extends NewEvent {
  id: string;
  eventId: string;
  attempts: number;
  occurredAt: Date;
}

const pendingColumns = [
  'id',
  'event_id as eventId',
  'type',
  'email',
  'data',
  'attempts',
  'occurred_at as occurredAt',
] as const;

/** Finds the oldest pending delivery; for an unordered endpoint, new ones precede retries. */
export const findNextDelivery = async (
  db: Db,
  { id, ordered }: { id: number; ordered: boolean },
): Promise<PendingDelivery | undefined> => {
  const oldest = db
    .selectFrom('webhook_deliveries')
    .select(pendingColumns)
    .where('webhook_id', '=', id)
    .where('status', '=', 'pending')
    .orderBy('id')
    .limit(1);
  if (ordered) return oldest.executeTakeFirst();
  const unsent = await oldest.where('retry_at', 'is', null).executeTakeFirst();
  return unsent ?? oldest.where(isPast('retry_at')).executeTakeFirst();
};

/** Inserts a delivery that only the caller sends: it counts as failed until it is delivered. */
export const insertUnqueuedDelivery = (
  tx: Tx,
  webhookId: number,
  { type, data }: { type: string; data: Record<string, unknown> },
): Promise<PendingDelivery> =>
  tx
    .insertInto('webhook_deliveries')
    .values({ webhook_id: webhookId, event_id: randomUUID(), type, data, status: 'failed' })
    .returning(pendingColumns)
    .executeTakeFirstOrThrow();

const attempted = {
  attempts: sql<number>`attempts + 1`,
  last_attempt_at: clock,
};

/** Stores a success even if the lease was lost, because the receiver has accepted the delivery. */
export const updateDelivered = async (
  tx: Tx,
  id: string,
  responseStatus: number | null,
): Promise<void> => {
  await tx
    .updateTable('webhook_deliveries')
    .set({
      ...attempted,
      status: 'delivered',
      delivered_at: clock,
      response_status: responseStatus,
      error: null,
    })
    .where('id', '=', id)
    .where('status', '<>', 'delivered')
    .execute();
};

/**
 * Stores a failed attempt. The delivery fails after `giveUpAfterMs` of such failures; undefined: it does
 * not. `pauseMs` is the pause before its next attempt, if it has its own.
 */
export const updateFailedAttempt = async (
  tx: Tx,
  id: string,
  result: {
    responseStatus: number | null;
    error: string;
    giveUpAfterMs?: number | undefined;
    pauseMs?: number | undefined;
  },
): Promise<void> => {
  await tx
    .updateTable('webhook_deliveries')
    .set({
      ...attempted,
      ...(result.giveUpAfterMs === undefined
        ? { first_attempt_at: null }
        : {
            first_attempt_at: sql<Date>`coalesce(first_attempt_at, ${clock})`,
            status: sql`case when ${isPast('first_attempt_at', result.giveUpAfterMs)} then 'failed' else status end`,
          }),
      ...(result.pauseMs !== undefined && { retry_at: fromNow(result.pauseMs) }),
      response_status: result.responseStatus,
      error: result.error,
    })
    .where('id', '=', id)
    .where('status', '<>', 'delivered')
    .execute();
};

/** Gives up a pending delivery and returns whether there was one. */
export const skipDelivery = async (tx: Tx, webhookId: number, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', error: 'skipped' })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Ends the pauses of pending deliveries after their failures. */
export const endPauses = async (tx: Tx, webhookId: number): Promise<void> => {
  await tx
    .updateTable('webhook_deliveries')
    .set({ retry_at: null })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where('retry_at', 'is not', null)
    .execute();
};

/** Makes deliveries pending again and returns how many. */
export const replayDeliveries = async (
  tx: Tx,
  webhookId: number,
  which: { deliveryId: string } | { from: Date },
): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', first_attempt_at: null, delivered_at: null, retry_at: null })
    .where('webhook_id', '=', webhookId)
    .where('status', '<>', 'pending')
    .where((where) =>
      'deliveryId' in which
        ? where('id', '=', which.deliveryId)
        : where('occurred_at', '>=', which.from),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export interface DeliveryPage {
  status?: DeliveryStatus | undefined;
  beforeId?: string | undefined;
  limit: number;
}

export const listDeliveries = (
  db: Db,
  webhookId: number,
  page: DeliveryPage,
): Promise<DeliveryRow[]> => {
  let query = db
    .selectFrom('webhook_deliveries')
    .select([
      ...pendingColumns,
      'status',
      'last_attempt_at as lastAttemptAt',
      'response_status as responseStatus',
      'error',
      'delivered_at as deliveredAt',
    ])
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(page.limit);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  if (page.beforeId !== undefined) query = query.where('id', '<', page.beforeId);
  return query.execute();
};

/** Counts waiting deliveries; those of disabled webhooks count only in `disabled`. */
export const countWaitingDeliveries = async (
  db: Db,
): Promise<{ pending: number; oldestSeconds: number; disabled: number }> => {
  const { rows } = await sql<{ pending: number; oldestSeconds: number; disabled: number }>`
    select count(d.id)::integer as pending,
      coalesce(extract(epoch from now() - min(d.occurred_at)), 0)::float8 as "oldestSeconds",
      (select count(*)::integer from webhooks where disabled_at is not null) as disabled
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.status = 'pending' and w.disabled_at is null`.execute(db);
  return rows[0] ?? { pending: 0, oldestSeconds: 0, disabled: 0 };
};
