import { Gauge, type Registry } from 'prom-client';
import { countQuarantined } from '../../db/attachment-quarantine.ts';
import { sumReadyAttachments } from '../../db/attachments.ts';
import type { Db } from '../../db/connection/database.ts';
import { sumTokensToday } from '../../db/model-tokens.ts';
import { countMailsWithin, countUnsentMails } from '../../db/outbox.ts';
import { findLatestQuizMoment } from '../../db/quiz.ts';
import { countWaitingDeliveries } from '../../db/webhook-deliveries.ts';
import { hourMs } from '../civil-time.ts';

/** How long the sum over all attachments is reused: it reads every row. */
const sumLifeMs = 300_000;

/** What the gauges read. */
export interface GaugeContext {
  db: Db;
  now: () => Date;
  /** Undefined: no mail is configured. */
  mail: { perHour: number } | undefined;
  log: { warn: (fields: object, message: string) => void };
}

/**
 * Publishes gauges of the database: unsent mails, waiting events and stored attachments. Every process reports the same numbers. While the
 * database is unreachable they keep their last values.
 */
export const observeDatabase = (registry: Registry, ctx: GaugeContext): void => {
  const registers = [registry];
  const aggregator = 'max';
  const countMails = singleFlight(() => orUndefined(ctx, () => countUnsentMails(ctx.db)));
  new Gauge({
    name: 'outbox_mails',
    help: 'Unsent mails in the outbox, by status.',
    aggregator,
    labelNames: ['status'],
    registers,
    async collect() {
      const mails = await countMails();
      for (const [status, count] of Object.entries(mails?.counts ?? {})) {
        this.set({ status }, count);
      }
    },
  });
  new Gauge({
    name: 'outbox_oldest_pending_age_seconds',
    help: 'Age of the oldest mail that is waiting to be sent, in seconds.',
    aggregator,
    registers,
    async collect() {
      const mails = await countMails();
      if (mails) this.set(mails.oldestPendingSeconds);
    },
  });
  const countDeliveries = singleFlight(() =>
    orUndefined(ctx, () => countWaitingDeliveries(ctx.db)),
  );
  new Gauge({
    name: 'webhook_deliveries_pending',
    help: 'Events that wait to be delivered to webhooks that are not disabled.',
    aggregator,
    registers,
    async collect() {
      const waiting = await countDeliveries();
      if (waiting) this.set(waiting.pending);
    },
  });
  new Gauge({
    name: 'webhook_oldest_pending_age_seconds',
    help: 'Age of the oldest event that waits to be delivered, in seconds.',
    aggregator,
    registers,
    async collect() {
      const waiting = await countDeliveries();
      if (waiting) this.set(waiting.oldestSeconds);
    },
  });
  new Gauge({
    name: 'webhooks_disabled',
    help: 'Webhooks that are disabled because they failed for days.',
    aggregator,
    registers,
    async collect() {
      const waiting = await countDeliveries();
      if (waiting) this.set(waiting.disabled);
    },
  });
  new Gauge({
    name: 'mails_left_last_hour',
    help: 'Mails that left within the last hour, those in doubt included.',
    aggregator,
    registers,
    async collect() {
      const left = await orUndefined(ctx, () => countMailsWithin(ctx.db, hourMs));
      if (left !== undefined) this.set(left);
    },
  });
  new Gauge({
    name: 'mails_per_hour_limit',
    help: 'MAIL_PER_HOUR; 0 if no mail is configured.',
    aggregator,
    registers,
  }).set(ctx.mail?.perHour ?? 0);
  new Gauge({
    name: 'quiz_last_created_timestamp_seconds',
    help: 'When the latest quiz was made, by the job or by hand, in seconds since 1970; 0 if there is none.',
    aggregator,
    registers,
    async collect() {
      const moment = await orUndefined(
        ctx,
        async () => (await findLatestQuizMoment(ctx.db)) ?? null,
      );
      if (moment !== undefined) this.set((moment?.getTime() ?? 0) / 1_000);
    },
  });
  new Gauge({
    name: 'model_tokens_today',
    help: 'Tokens of the language model counted against MODEL_TOKENS_PER_DAY today; 0 without a limit.',
    aggregator,
    registers,
    async collect() {
      const tokens = await orUndefined(ctx, () => sumTokensToday(ctx.db));
      if (tokens !== undefined) this.set(tokens);
    },
  });
  const quarantined = singleFlight(() =>
    orUndefined(ctx, () => countQuarantined(ctx.db, ctx.now())),
  );
  new Gauge({
    name: 'attachments_quarantined',
    help: 'Attachments that wait for the malware scanner.',
    aggregator,
    registers,
    async collect() {
      const found = await quarantined();
      if (found) this.set(found.files);
    },
  });
  new Gauge({
    name: 'attachments_oldest_quarantined_age_seconds',
    help: 'Age of the oldest attachment that waits for the malware scanner, in seconds.',
    aggregator,
    registers,
    async collect() {
      const found = await quarantined();
      if (found) this.set(found.oldestSeconds);
    },
  });
  let summedAt: number | undefined;
  const sum = singleFlight(async () => {
    const now = ctx.now().getTime();
    if (summedAt !== undefined && now - summedAt < sumLifeMs) return undefined;
    const found = await orUndefined(ctx, () => sumReadyAttachments(ctx.db));
    if (found) summedAt = now;
    return found;
  });
  new Gauge({
    name: 'attachments_stored',
    help: 'Stored attachments, at most five minutes old.',
    aggregator,
    registers,
    async collect() {
      const found = await sum();
      if (found) this.set(found.files);
    },
  });
  new Gauge({
    name: 'attachments_stored_bytes',
    help: 'Bytes of all stored attachments, at most five minutes old.',
    aggregator,
    registers,
    async collect() {
      const found = await sum();
      if (found) this.set(found.bytes);
    },
  });
};

/** Shares the call in flight: the gauges of one scrape read the same numbers. */
const singleFlight = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
};

const orUndefined = async <T>(
  ctx: GaugeContext,
  work: () => Promise<T>,
): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    ctx.log.warn({ err: error }, 'reading database gauges failed');
    return undefined;
  }
};
