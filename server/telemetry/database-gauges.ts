import { Gauge, type Registry } from 'prom-client';
import { sumTokensToday } from '../../db/ai/model-tokens.ts';
import { countQuarantined } from '../../db/attachment-quarantine/quarantine.ts';
import { sumReadyAttachments } from '../../db/attachments/attachments.ts';
import type { Db } from '../../db/connection/database.ts';
import { readTransactionAges } from '../../db/connection/transactions.ts';
import { listLatestRuns } from '../../db/jobs/jobs.ts';
import type { NotedRun } from '../../db/jobs/noted-runs.ts';
import { countMailsWithin } from '../../db/outbox/attempts.ts';
import { countUnsentMails } from '../../db/outbox/outbox.ts';
import { findLatestQuizMoment } from '../../db/quiz/quiz.ts';
import { countWaitingDeliveries } from '../../db/webhooks/deliveries.ts';
import { hourMs } from '../core/civil-time.ts';

/** How long the sum over all attachments is reused, because it reads every row. */
const sumLifeMs = 300_000;

export interface GaugeContext {
  db: Db;
  now: () => Date;
  /** Undefined if no mail is configured. */
  mail: { perHour: number } | undefined;
  log: { warn: (fields: object, message: string) => void };
}

/**
 * Publishes gauges of the database: unsent mails, waiting events and stored attachments. Every
 * process reports the same numbers. While the database is unreachable the last values stay.
 */
export const observeDatabase = (registry: Registry, ctx: GaugeContext): void => {
  const read = <T>(work: () => Promise<T>) => singleFlight(() => orUndefined(ctx, work));
  const mails = read(() => countUnsentMails(ctx.db));
  const deliveries = read(() => countWaitingDeliveries(ctx.db));
  const quarantined = read(() => countQuarantined(ctx.db, ctx.now()));
  const transactions = read(() => readTransactionAges(ctx.db));
  const noted = read(() => listLatestRuns(ctx.db, ['backup', 'migrate']));
  const notedRun = async (name: NotedRun) => (await noted())?.find(({ job }) => job === name);
  let summedAt: number | undefined;
  const attachments = read(async () => {
    const now = ctx.now().getTime();
    if (summedAt !== undefined && now - summedAt < sumLifeMs) return undefined;
    const sums = await sumReadyAttachments(ctx.db);
    summedAt = now;
    return sums;
  });
  /** Reads the value at each scrape; undefined leaves the last one. */
  const gauge = (name: string, help: string, value: () => Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const current = await value();
        if (current !== undefined) this.set(current);
      },
    });

  new Gauge({
    name: 'outbox_mails',
    help: 'Unsent mails in the outbox, by status.',
    aggregator: 'max',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      for (const [status, count] of Object.entries((await mails())?.counts ?? {})) {
        this.set({ status }, count);
      }
    },
  });
  gauge(
    'outbox_oldest_pending_age_seconds',
    'Age of the oldest mail that is waiting to be sent, in seconds.',
    async () => (await mails())?.oldestPendingSeconds,
  );
  gauge(
    'webhook_deliveries_pending',
    'Events that wait to be delivered to webhooks that are not disabled.',
    async () => (await deliveries())?.pending,
  );
  gauge(
    'webhook_oldest_pending_age_seconds',
    'Age of the oldest event that waits to be delivered, in seconds.',
    async () => (await deliveries())?.oldestSeconds,
  );
  gauge(
    'webhooks_disabled',
    'Webhooks that are disabled because they failed for days.',
    async () => (await deliveries())?.disabled,
  );
  gauge(
    'mails_left_last_hour',
    'Mails that left within the last hour, those in doubt included.',
    read(() => countMailsWithin(ctx.db, hourMs)),
  );
  gauge(
    'mails_per_hour_limit',
    'MAIL_PER_HOUR; 0 if no mail is configured.',
    async () => ctx.mail?.perHour ?? 0,
  );
  gauge(
    'quiz_last_created_timestamp_seconds',
    'When the latest quiz was made, by the job or by hand, in seconds since 1970; 0 if there is none.',
    read(async () => ((await findLatestQuizMoment(ctx.db))?.getTime() ?? 0) / 1_000),
  );
  gauge(
    'backup_last_success_timestamp_seconds',
    'When the last backup of our own command ended, in seconds since 1970; 0 if there is none.',
    async () => ((await notedRun('backup'))?.lastSuccessAt?.getTime() ?? 0) / 1_000,
  );
  gauge('migration_failed', '1 if the last migration of the database failed.', async () =>
    (await notedRun('migrate'))?.error ? 1 : 0,
  );
  gauge(
    'migration_running_seconds',
    'How long a migration of the database has been running, in any process; 0 if none does.',
    async () => (await transactions())?.migrationSeconds,
  );
  gauge(
    'db_oldest_transaction_seconds',
    'Age of the oldest transaction but that of a migration, in seconds.',
    async () => (await transactions())?.oldestSeconds,
  );
  gauge(
    'model_tokens_today',
    'Tokens of the language model counted against MODEL_TOKENS_PER_DAY today; 0 without a limit.',
    read(() => sumTokensToday(ctx.db)),
  );
  gauge(
    'attachments_quarantined',
    'Attachments that wait for the malware scanner.',
    async () => (await quarantined())?.files,
  );
  gauge(
    'attachments_oldest_quarantined_age_seconds',
    'Age of the oldest attachment that waits for the malware scanner, in seconds.',
    async () => (await quarantined())?.oldestSeconds,
  );
  gauge(
    'attachments_stored',
    'Stored attachments, at most five minutes old.',
    async () => (await attachments())?.files,
  );
  gauge(
    'attachments_stored_bytes',
    'Bytes of all stored attachments, at most five minutes old.',
    async () => (await attachments())?.bytes,
  );
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
