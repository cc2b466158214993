import { Gauge, type Registry } from 'prom-client';
import { sumReadyAttachments } from '../../db/attachments.ts';
import { countUnsentMails } from '../../db/outbox.ts';
import type { Context } from '../context.ts';

/** How long the sum over all attachments serves: it reads every row. */
const sumLifeMs = 300_000;

/**
 * Publishes what lies in the database: mails that have not left, files that are kept. Every process tells the same. While the
 * database is away the last known numbers stay.
 */
export const observeStock = (
  registry: Registry,
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
): void => {
  const registers = [registry];
  const countMails = sharing(() => tolerant(ctx, () => countUnsentMails(ctx.db)));
  new Gauge({
    name: 'outbox_mails',
    help: 'Mails of the outbox that have not left, by status.',
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
    help: 'How long the oldest mail that still is to be sent has been waiting, in seconds.',
    registers,
    async collect() {
      const mails = await countMails();
      if (!mails) return;
      const since = mails.oldestPending;
      this.set(since ? (ctx.now().getTime() - since.getTime()) / 1_000 : 0);
    },
  });
  let summedAt: number | undefined;
  const sum = sharing(async () => {
    const now = ctx.now().getTime();
    if (summedAt !== undefined && now - summedAt < sumLifeMs) return undefined;
    const found = await tolerant(ctx, () => sumReadyAttachments(ctx.db));
    if (found) summedAt = now;
    return found;
  });
  new Gauge({
    name: 'attachments_stored',
    help: 'Attachments that are kept, as of five minutes ago at most.',
    registers,
    async collect() {
      const found = await sum();
      if (found) this.set(found.files);
    },
  });
  new Gauge({
    name: 'attachments_stored_bytes',
    help: 'Bytes of all attachments together, as of five minutes ago at most.',
    registers,
    async collect() {
      const found = await sum();
      if (found) this.set(found.bytes);
    },
  });
};

/** Numbers of one reading are asked for at once: who asks while an answer is under way gets that answer. */
const sharing = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
};

const tolerant = async <T>(
  ctx: Pick<Context, 'log'>,
  work: () => Promise<T>,
): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    ctx.log.warn({ err: error }, 'could not count for the metrics');
    return undefined;
  }
};
