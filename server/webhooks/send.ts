import { setTimeout as pause } from 'node:timers/promises';
import { pauseAfter } from '../../db/jobs/work-rows.ts';
import type { PendingDelivery } from '../../db/webhooks/deliveries.ts';
import * as deliveries from '../../db/webhooks/deliveries.ts';
import type { ClaimedWebhook } from '../../db/webhooks/webhooks.ts';
import * as webhooks from '../../db/webhooks/webhooks.ts';
import { recordAct } from '../audit/service.ts';
import type { WebhookConnection, WebhookFailure } from '../clients/webhook-sender.ts';
import { dayMs, hourMs, minuteMs } from '../core/civil-time.ts';
import { type CheckedContext, type Context, inTransaction, onlyService } from '../core/context.ts';
import { signedMessage } from './message.ts';
import { maxWebhooks } from './service.ts';

const secondMs = 1_000;

/** The lease is longer than any attempt, so the sender's process is dead if it expires. */
const leaseMs = minuteMs;
/** The pauses after failed attempts; the last one repeats. */
const retryPausesMs = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs];
/** An event that is refused (4xx) for this long fails, so that later events are sent. */
const giveUpAfterMs = 3 * dayMs;
/** An endpoint that accepts nothing for this long is disabled. */
const disableAfterMs = 5 * dayMs;
/** An event that an unordered endpoint does not accept for this long fails; disabling comes earlier. */
const giveUpUnorderedAfterMs = 7 * dayMs;
/** So many failures in a row mean that an unordered endpoint is down: it pauses for a minute. */
const failuresUntilPause = 3;
/** How long one endpoint is served before others. */
const turnMs = 30 * secondMs;
/** The interval between searches for due endpoints while sending. */
const lookMs = secondMs;
/** The time limit of a run, below the job's own limit. */
const runMs = 5 * minuteMs;

/**
 * Sends to all endpoints concurrently until nothing is due or the signal aborts. An ordered endpoint gets
 * its events in order; at others, an event that failed waits while later ones are sent. An attempt with an
 * unknown outcome is repeated under the same id.
 */
export const sendDueWebhooks = async (ctx: Context, signal: AbortSignal): Promise<void> => {
  onlyService(ctx);
  const turns = new Set<Promise<void>>();
  const startTurns = async (): Promise<void> => {
    while (turns.size < maxWebhooks && !signal.aborted) {
      const claim = await webhooks.claimWebhook(ctx.db, leaseMs);
      if (!claim) return;
      const turn: Promise<void> = takeTurn(ctx, claim, signal).finally(() => turns.delete(turn));
      turns.add(turn);
    }
  };
  const end = performance.now() + runMs;
  do {
    if (performance.now() < end) await startTurns();
    await Promise.race([...turns, pause(turns.size > 0 ? lookMs : 0)]);
  } while (turns.size > 0);
};

/** Serves one endpoint; never throws, because a lease that is not released expires. */
const takeTurn = async (
  ctx: CheckedContext,
  claim: ClaimedWebhook,
  signal: AbortSignal,
): Promise<void> => {
  try {
    const connection = ctx.webhooks.open(claim.url);
    await sendEvents(ctx, claim, connection, signal).finally(() => connection.close());
  } catch (error) {
    ctx.log.error({ err: error, webhook: claim.id }, 'sending to a webhook failed');
  }
};

const sendEvents = async (
  ctx: CheckedContext,
  claim: ClaimedWebhook,
  connection: WebhookConnection,
  signal: AbortSignal,
): Promise<void> => {
  const end = performance.now() + turnMs;
  let failures = 0;
  while (performance.now() < end && !signal.aborted) {
    const secrets = await webhooks.extendClaim(ctx.db, claim, leaseMs);
    if (!secrets) return;
    const delivery = await deliveries.findNextDelivery(ctx.db, claim);
    if (!delivery) break;
    const { body, headers } = signedMessage(delivery, secrets, new Date());
    const result = await ctx.span('webhook send', { 'leitor.event': delivery.type }, () =>
      connection.post(body, headers),
    );
    ctx.metrics.webhook(result.outcome);
    if (result.outcome === 'delivered') {
      await storeSuccess(ctx, claim, delivery, result);
      failures = 0;
      claim.failures = 0;
      continue;
    }
    failures += 1;
    const endpointPauseMs = pauseOf(claim, failures);
    if (!(await storeFailure(ctx, claim, delivery, { ...result, endpointPauseMs }))) break;
  }
  await webhooks.releaseWebhook(ctx.db, claim);
};

/** Returns how long an endpoint pauses after so many failures in a row in this turn. */
const pauseOf = ({ ordered, failures }: ClaimedWebhook, inTurn: number): number | undefined => {
  if (ordered) return pauseAfter(failures + 1, retryPausesMs);
  return inTurn < failuresUntilPause ? undefined : minuteMs;
};

/** Returns true if the receiver refused the event itself, and is not just slow or busy. */
const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && ![408, 425, 429].includes(status);

const storeSuccess = (
  ctx: CheckedContext,
  claim: ClaimedWebhook,
  delivery: PendingDelivery,
  { status }: { status: number },
): Promise<void> =>
  inTransaction(ctx, async ({ db }) => {
    await deliveries.updateDelivered(db, delivery.id, status);
    await webhooks.updateWebhookSuccess(db, claim);
    // The endpoint is back, so nothing waits for the end of its own pause.
    if (claim.failures >= failuresUntilPause) await deliveries.endPauses(db, claim.id);
  });

/** Stores a failure; returns whether to continue with the endpoint. */
const storeFailure = async (
  ctx: CheckedContext,
  claim: ClaimedWebhook,
  delivery: PendingDelivery,
  {
    status: responseStatus,
    reason,
    endpointPauseMs,
  }: WebhookFailure & { endpointPauseMs?: number },
): Promise<boolean> => {
  const refusedFor = isRefusal(responseStatus) ? giveUpAfterMs : undefined;
  const changed = await inTransaction(ctx, async (tx) => {
    await deliveries.updateFailedAttempt(tx.db, delivery.id, {
      responseStatus,
      error: reason.slice(0, 300),
      giveUpAfterMs: claim.ordered ? refusedFor : (refusedFor ?? giveUpUnorderedAfterMs),
      pauseMs: claim.ordered ? undefined : pauseAfter(delivery.attempts + 1, retryPausesMs),
    });
    const updated = await webhooks.updateWebhookFailure(tx.db, claim, {
      pauseMs: endpointPauseMs,
      disableAfterMs,
    });
    if (updated?.disabled) {
      await recordAct(tx, { action: 'webhooks.disable', target: `webhook:${claim.id}` });
    }
    return updated;
  });
  const fields = { webhook: claim.id, event: delivery.type, status: responseStatus, reason };
  ctx.log.warn(fields, 'webhook not delivered');
  if (changed?.disabled) {
    ctx.log.error({ webhook: claim.id }, 'webhook disabled: it failed for five days');
  }
  return endpointPauseMs === undefined && changed?.disabled === false;
};
