import {
  attemptsByMonth,
  deliveriesByMonth,
  dropPartitionsBefore,
  type MonthlyTable,
  makePartitions,
  trailByMonth,
} from '../../db/partitions/partitions.ts';
import * as retention from '../../db/people/retention.ts';
import { eraseTexts } from '../../db/people/ticket-erasure.ts';
import { eraseAttachmentsOf } from '../attachments/of-person.ts';
import { recordAct } from '../audit/service.ts';
import { dayMs } from '../core/civil-time.ts';
import { type CheckedContext, type Context, inTransaction, onlyService } from '../core/context.ts';
import { inTurns } from '../jobs/turns.ts';
import { memberDays } from '../team/service.ts';

/** The records that are removed after a number of days (docs/behaviour/people.md#personal-data). */
const retentionKinds = [
  'audit',
  'attempts',
  'mails',
  'inbound',
  'tickets',
  'webhooks',
  'sessions',
] as const;

const batch = 500;

type DeleteBatch = (ctx: CheckedContext, before: Date) => Promise<number>;

const deleting =
  (deleteOlder: retention.DeleteOlder): DeleteBatch =>
  (ctx, before) =>
    deleteOlder(ctx.db, before, batch);

/** Drops whole months at once, so the last rows of a month are removed up to a month late. */
const dropping =
  (table: MonthlyTable): DeleteBatch =>
  (ctx, before) =>
    dropPartitionsBefore(ctx.db, table, before, (line) => ctx.log.warn(line));

/** Erases closed tickets; their rows stay for reports, without personal data. */
const eraseOldTickets: DeleteBatch = async (ctx, before) => {
  const { erased, removeFiles } = await inTransaction(ctx, async (tx) => {
    const ticketIds = await retention.lockOldTickets(tx.db, before, batch);
    const remove = await eraseAttachmentsOf(tx, { ticketIds });
    await eraseTexts(tx.db, { ticketIds, pseudonym: 'expired' });
    return { erased: ticketIds.length, removeFiles: remove };
  });
  await removeFiles(ctx);
  return erased;
};

const deletionsOf: Record<(typeof retentionKinds)[number], readonly DeleteBatch[]> = {
  audit: [
    dropping(trailByMonth),
    deleting(retention.deleteOldActs),
    deleting(retention.deleteOldAssignments),
  ],
  attempts: [dropping(attemptsByMonth), deleting(retention.deleteOldAttempts)],
  mails: [deleting(retention.deleteOldMails)],
  inbound: [deleting(retention.deleteOldInboundMails)],
  tickets: [eraseOldTickets],
  webhooks: [
    dropping(deliveriesByMonth),
    deleting(retention.deleteOldWebhookDeliveries),
    deleting(retention.deleteOldNewsletterEvents),
  ],
  sessions: [deleting(retention.deleteOldSessions)],
};

/**
 * Removes records older than the configured days, in batches, until the signal aborts; returns how many of
 * each kind.
 */
export const enforceRetention = async (
  ctx: Context,
  signal: AbortSignal,
): Promise<Record<string, number>> => {
  onlyService(ctx);
  const daysOf = { ...ctx.config.retentionDays, sessions: memberDays };
  const removed: Record<string, number> = {};
  for (const kind of retentionKinds) {
    const days = daysOf[kind];
    if (days === undefined) continue;
    const before = new Date(ctx.now().getTime() - days * dayMs);
    let count = 0;
    for (const deleteBatch of deletionsOf[kind]) {
      if (signal.aborted) break;
      await inTurns(ctx, { signal }, async () => {
        const removedNow = await deleteBatch(ctx, before);
        count += removedNow;
        return removedNow === batch;
      });
    }
    removed[kind] = count;
    ctx.metrics.retained(kind, count);
    if (count > 0) await recordRetention(ctx, kind, count);
  }
  return removed;
};

const recordRetention = (ctx: CheckedContext, kind: string, count: number): Promise<void> =>
  inTransaction(ctx, (tx) =>
    recordAct(tx, {
      action: 'people.retain',
      target: `retention:${kind}`,
      changes: [{ field: 'removed', after: count }],
    }),
  );

/** Creates the partitions of the coming months and logs their names. */
export const prepareMonths = async (ctx: Context): Promise<void> => {
  onlyService(ctx);
  const { made, taken } = await makePartitions(ctx.db, ctx.now(), (line) => ctx.log.warn(line));
  if (made.length > 0) ctx.log.info({ made }, 'partitions made');
  if (taken.length > 0)
    ctx.log.warn({ taken }, 'rows of these months stay in the default partition');
};
