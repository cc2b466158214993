import { randomBytes } from 'node:crypto';
import type { DeliveryRow } from '../../db/webhooks/deliveries.ts';
import * as deliveries from '../../db/webhooks/deliveries.ts';
import type { WebhookRow } from '../../db/webhooks/webhooks.ts';
import * as webhooks from '../../db/webhooks/webhooks.ts';
import { fieldChanges, recordAct } from '../audit/service.ts';
import { hourMs } from '../core/civil-time.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { getPage, mapPage, type Page } from '../core/page.ts';
import type { EventType } from './events.ts';
import { type Payload, payloadOf, signedMessage, webhookIdOf } from './message.ts';

const secretBytes = 32;
/** The SDK checks at most ten signatures. */
const maxSecrets = 10;
/** The number is low enough to send to all at once, so that none waits for another. */
export const maxWebhooks = 20;

interface Settings {
  url: string;
  events: readonly EventType[];
  /** False: an event that fails does not hold up the others. */
  ordered: boolean;
}

export type Webhook = WebhookRow & { status: 'active' | 'failing' | 'disabled' };

/**
 * Creates a webhook; only this response has the secret.
 * @throws AppError `forbidden`, `webhook-url-refused`, `too-many-webhooks`
 */
export const createWebhook = async (
  ctx: Context,
  { url, events, ordered }: Settings,
): Promise<{ id: number; secret: string }> => {
  requireRole(ctx, 'admin');
  requireUrl(ctx, url);
  const secret = newSecret();
  return inTransaction(ctx, async (tx) => {
    await webhooks.lockWebhooks(tx.db);
    if ((await webhooks.countWebhooks(tx.db)) >= maxWebhooks) {
      throw new AppError('too-many-webhooks');
    }
    const id = await webhooks.insertWebhook(tx.db, {
      url,
      events: [...new Set(events)],
      ordered,
      secret,
      createdAt: tx.now(),
    });
    await recordAct(tx, {
      action: 'webhooks.create',
      target: `webhook:${id}`,
      changes: fieldChanges(undefined, shownSettings({ url, events, ordered })),
    });
    return { id, secret };
  });
};

/**
 * Changes a webhook. Events that wait go to a new address. @throws AppError `forbidden`,
 * `webhook-not-found`, `webhook-url-refused`
 */
export const updateWebhook = async (
  ctx: Context,
  id: number,
  { url, events, ordered }: Partial<Settings>,
): Promise<void> => {
  requireRole(ctx, 'admin');
  if (url !== undefined) requireUrl(ctx, url);
  const unique = events && [...new Set(events)];
  await inTransaction(ctx, async (tx) => {
    const before = orThrow(await webhooks.lockWebhook(tx.db, id), 'webhook-not-found');
    const settings = {
      url: url ?? before.url,
      events: unique ?? before.events,
      ordered: ordered ?? before.ordered,
    };
    await webhooks.updateWebhook(tx.db, id, settings);
    await recordAct(tx, {
      action: 'webhooks.update',
      target: `webhook:${id}`,
      changes: fieldChanges(shownSettings(before), shownSettings(settings)),
    });
  });
};

const requireUrl = (ctx: CheckedContext, url: string): void => {
  const refusal = ctx.webhooks.refusalOf(url);
  if (refusal) throw new AppError('webhook-url-refused', { detail: `url ${refusal}` });
};

/** The settings as the trail shows them: the rest of an address may be a secret. */
const shownSettings = ({
  url,
  ...settings
}: Omit<Settings, 'events'> & { events: readonly string[] }) => ({
  url: new URL(url).origin,
  ...settings,
});

export interface TestResult {
  deliveryId: string;
  outcome: 'delivered' | 'failed';
  responseStatus: number | null;
  error: string | null;
}

/**
 * Sends a `webhook.test` event now, also to a disabled webhook, and returns the endpoint's response. It is
 * not retried. @throws AppError `forbidden`, `webhook-not-found`
 */
export const testWebhook = async (ctx: Context, id: number): Promise<TestResult> => {
  requireRole(ctx, 'admin');
  const { webhook, delivery } = await inTransaction(ctx, async (tx) => {
    const locked = orThrow(await webhooks.lockWebhook(tx.db, id), 'webhook-not-found');
    const event = { type: 'webhook.test', data: { webhookId: id } };
    await recordAct(tx, { action: 'webhooks.test', target: `webhook:${id}` });
    return {
      webhook: locked,
      delivery: await deliveries.insertUnqueuedDelivery(tx.db, id, event),
    };
  });
  const connection = ctx.webhooks.open(webhook.url);
  const { body, headers } = signedMessage(delivery, webhook.secrets, new Date());
  const result = await connection.post(body, headers).finally(() => connection.close());
  ctx.metrics.webhook(result.outcome);
  const { outcome, status: responseStatus } = result;
  const error = result.outcome === 'failed' ? result.reason.slice(0, 300) : null;
  await inTransaction(ctx, ({ db }) =>
    error === null
      ? deliveries.updateDelivered(db, delivery.id, responseStatus)
      : deliveries.updateFailedAttempt(db, delivery.id, { responseStatus, error }),
  );
  return { deliveryId: delivery.id, outcome, responseStatus, error };
};

/**
 * Gives up a pending event, so that the next one is sent; `replay` sends it after all. @throws AppError
 * `forbidden`, `webhook-not-found`, `webhook-delivery-not-found`
 */
export const skipDelivery = async (ctx: Context, id: number, deliveryId: string): Promise<void> => {
  requireRole(ctx, 'admin');
  await change(ctx, id, 'skip', async ({ db }) => {
    if (!(await webhooks.resumeWebhook(db, id, false))) return false;
    if (await deliveries.skipDelivery(db, id, deliveryId)) return true;
    throw new AppError('webhook-delivery-not-found');
  });
};

export const listWebhooks = async (ctx: Context): Promise<Webhook[]> => {
  requireRole(ctx, 'admin');
  const rows = await webhooks.listWebhooks(ctx.db);
  return rows.map((row) => ({ ...row, status: statusOf(row) }));
};

const statusOf = (row: WebhookRow): Webhook['status'] => {
  if (row.disabledAt) return 'disabled';
  return row.failures > 0 ? 'failing' : 'active';
};

/** Deletes a webhook with its deliveries. @throws AppError `forbidden`, `webhook-not-found` */
export const deleteWebhook = async (ctx: Context, id: number): Promise<void> => {
  requireRole(ctx, 'admin');
  await change(ctx, id, 'delete', ({ db }) => webhooks.deleteWebhook(db, id));
};

/**
 * Enables a webhook, which resumes with the oldest pending event. @throws AppError `forbidden`,
 * `webhook-not-found`
 */
export const enableWebhook = async (ctx: Context, id: number): Promise<void> => {
  requireRole(ctx, 'admin');
  await change(ctx, id, 'enable', async ({ db }) => {
    await deliveries.endPauses(db, id);
    return webhooks.resumeWebhook(db, id, true);
  });
};

/**
 * Replaces the secret; the old one also signs for `overlapHours`, and earlier ones for the rest of theirs.
 * @throws AppError `forbidden`, `webhook-not-found`; `invalid-request` if ten would sign already
 */
export const rotateWebhook = async (
  ctx: Context,
  { id, overlapHours }: { id: number; overlapHours: number },
): Promise<{ secret: string }> => {
  requireRole(ctx, 'admin');
  const secret = newSecret();
  await change(ctx, id, 'rotate', async ({ db }) => {
    const webhook = await webhooks.lockWebhook(db, id);
    if (webhook && webhook.secrets.length >= maxSecrets && overlapHours > 0) {
      const detail = `overlapHours must be 0: ${maxSecrets} secrets sign already`;
      throw new AppError('invalid-request', { detail });
    }
    return webhooks.rotateSecret(db, id, secret, overlapHours * hourMs);
  });
  return { secret };
};

/** Lists deliveries, newest first. @throws AppError `forbidden`, `webhook-not-found` */
export const listDeliveries = async (
  ctx: Context,
  page: deliveries.DeliveryPage & { id: number },
): Promise<Page<DeliveryRow & { payload: Payload }>> => {
  requireRole(ctx, 'admin');
  if (!(await webhooks.hasWebhook(ctx.db, page.id))) throw new AppError('webhook-not-found');
  const found = await getPage(
    page.limit,
    (limit) => deliveries.listDeliveries(ctx.db, page.id, { ...page, limit }),
    ({ id }) => id,
  );
  return mapPage(found, (row) => ({
    ...row,
    eventId: webhookIdOf(row.eventId),
    payload: payloadOf(row),
  }));
};

/**
 * Sends deliveries again with their ids. Pending deliveries are sent anyway and not counted.
 * @throws AppError `forbidden`, `webhook-not-found`; `webhook-delivery-not-found` if there is nothing to
 * replay
 */
export const replayDeliveries = async (
  ctx: Context,
  id: number,
  which: { deliveryId: string } | { from: Date },
  dryRun = false,
): Promise<{ replayed: number; dryRun?: true }> => {
  requireRole(ctx, 'admin');
  let replayed = 0;
  const replay = async ({ db }: TxContext) => {
    if (!(await webhooks.resumeWebhook(db, id, false))) return false;
    replayed = await deliveries.replayDeliveries(db, id, which);
    if (replayed === 0) throw new AppError('webhook-delivery-not-found');
    return true;
  };
  await change(ctx, id, 'replay', replay, { dryRun });
  return { replayed, ...(dryRun && { dryRun }) };
};

const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

const change = (
  ctx: CheckedContext,
  id: number,
  verb: string,
  work: (tx: TxContext) => Promise<boolean>,
  options?: { dryRun: boolean },
): Promise<void> => {
  const workAndRecord = async (tx: TxContext) => {
    if (!(await work(tx))) throw new AppError('webhook-not-found');
    await recordAct(tx, { action: `webhooks.${verb}`, target: `webhook:${id}` });
  };
  return inTransaction(ctx, workAndRecord, options);
};
