import { randomBytes } from 'node:crypto';
import type { DeliveryRow } from '../../db/webhooks/deliveries.ts';
import * as deliveries from '../../db/webhooks/deliveries.ts';
import type { WebhookRow } from '../../db/webhooks/webhooks.ts';
import * as webhooks from '../../db/webhooks/webhooks.ts';
import { recordAct } from '../audit/service.ts';
import { hourMs } from '../core/civil-time.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { getPage, mapPage, type Page } from '../core/page.ts';
import type { EventType } from './events.ts';

const secretBytes = 32;
/** The number is low enough to send to all at once, so that none waits for another. */
export const maxWebhooks = 20;

export type Webhook = WebhookRow & { status: 'active' | 'failing' | 'disabled' };

/**
 * Creates a webhook; only this response has the secret.
 * @throws AppError `forbidden`, `webhook-url-refused`, `too-many-webhooks`
 */
export const createWebhook = async (
  ctx: Context,
  { url, events }: { url: string; events: readonly EventType[] },
): Promise<{ id: number; secret: string }> => {
  requireRole(ctx, 'admin');
  const refusal = ctx.webhooks.refusalOf(url);
  if (refusal) throw new AppError('webhook-url-refused', { detail: `url ${refusal}` });
  const secret = newSecret();
  return inTransaction(ctx, async (tx) => {
    await webhooks.lockWebhooks(tx.db);
    if ((await webhooks.countWebhooks(tx.db)) >= maxWebhooks) {
      throw new AppError('too-many-webhooks');
    }
    const id = await webhooks.insertWebhook(tx.db, {
      url,
      events: [...new Set(events)],
      secret,
      createdAt: tx.now(),
    });
    await recordAct(tx, {
      action: 'webhooks.create',
      target: `webhook:${id}`,
      changes: [
        // The rest of an address may be a secret.
        { field: 'url', after: new URL(url).origin },
        { field: 'events', after: events },
      ],
    });
    return { id, secret };
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
  await change(ctx, id, 'enable', ({ db }) => webhooks.resumeWebhook(db, id, true));
};

/**
 * Replaces the secret; the old one also signs for `overlapHours`. @throws AppError `forbidden`,
 * `webhook-not-found`
 */
export const rotateWebhook = async (
  ctx: Context,
  { id, overlapHours }: { id: number; overlapHours: number },
): Promise<{ secret: string }> => {
  requireRole(ctx, 'admin');
  const secret = newSecret();
  await change(ctx, id, 'rotate', ({ db }) =>
    webhooks.rotateSecret(db, id, secret, overlapHours * hourMs),
  );
  return { secret };
};

/** Lists deliveries, newest first. @throws AppError `forbidden`, `webhook-not-found` */
export const listDeliveries = async (
  ctx: Context,
  page: deliveries.DeliveryPage & { id: number },
): Promise<Page<DeliveryRow>> => {
  requireRole(ctx, 'admin');
  if (!(await webhooks.hasWebhook(ctx.db, page.id))) throw new AppError('webhook-not-found');
  const found = await getPage(
    page.limit,
    (limit) => deliveries.listDeliveries(ctx.db, page.id, { ...page, limit }),
    ({ id }) => id,
  );
  return mapPage(found, (row) => ({ ...row, eventId: webhookIdOf(row.eventId) }));
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

export const webhookIdOf = (eventId: string): string => `evt_${eventId}`;

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
