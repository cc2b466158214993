import { setTimeout as pause } from 'node:timers/promises';
import { hasDueMail } from '../../db/outbox/attempts.ts';
import * as attempts from '../../db/reminders/attempts.ts';
import { isDayGivenAhead } from '../../db/streaks/days-for-all.ts';
import type { SmtpPool, SmtpResult } from '../clients/smtp.ts';
import { agreedClock } from '../core/agreed-clock.ts';
import { addDays, civilDayOf, minuteMs, momentOf } from '../core/civil-time.ts';
import { type CheckedContext, type Context, inTransaction, onlyService } from '../core/context.ts';
import { orThrow } from '../core/errors.ts';
import type { JobRun } from '../jobs/job.ts';
import { hourlyLimitReached } from '../outbox/send.ts';
import { openReminderNames } from './links.ts';
import { reminderMail } from './mail.ts';
import { createPace } from './pace.ts';
import { isAddressRefused } from './refusals.ts';
import { handleReturnedReminder } from './service.ts';

/** Most servers accept this many connections from one sender. */
const maxConnections = 20;
const maxBatch = 500;

/** What the workers of a run share. */
interface Sending {
  day: string;
  domain: string;
  pool: SmtpPool;
  names: Awaited<ReturnType<typeof openReminderNames>>;
  /** Waits until the next mail may leave. */
  pace: () => Promise<void>;
  isOver: () => boolean;
  /** Aborts at midnight. */
  midnight: AbortSignal;
  outcomes: Record<SmtpResult['outcome'], number>;
}

/**
 * Mails each reader who wants it, whose streak breaks today and who has not read: once for a day, none after
 * midnight or on a day given ahead. A repeated run continues. Throws if the mail server postponed some.
 * @throws AppError `mail-not-configured`
 */
export const sendReminders = async (
  ctx: Context,
  { scheduledFor, signal }: JobRun,
): Promise<void> => {
  onlyService(ctx);
  const mail = orThrow(ctx.mail, 'mail-not-configured');
  if (mail.paused) throw new Error('mail is off (MAIL)');
  const day = civilDayOf(scheduledFor);
  await countAbandoned(ctx, day);
  let clock = await agreedClock(ctx);
  // This process's clock may be ahead.
  await pause(Math.max(0, scheduledFor.getTime() - clock().getTime()), undefined, { signal });
  const { perSecond } = ctx.config.reminders;
  const connections = Math.min(maxConnections, Math.ceil(perSecond / 5));
  const limit = Math.min(maxBatch, Math.max(connections, perSecond));
  const sending: Sending = {
    day,
    domain: mail.domain,
    pool: mail.openPool(connections),
    names: await openReminderNames(ctx),
    pace: pacer(perSecond, signal),
    isOver: () => signal.aborted || civilDayOf(clock()) !== day,
    midnight: AbortSignal.timeout(
      Math.max(0, momentOf(addDays(day, 1), 0).getTime() - clock().getTime()),
    ),
    outcomes: { sent: 0, rejected: 0, postponed: 0, unknown: 0 },
  };
  const { outcomes } = sending;
  try {
    for (let after: attempts.DuePlace | undefined, more = true; more; ) {
      await yieldToReplies(ctx, signal);
      clock = await agreedClock(ctx);
      if (sending.isOver() || (await isDayGivenAhead(ctx.db, day))) break;
      const due = await attempts.listDueReminders(ctx.db, { day, after, limit });
      after = due.at(-1);
      more = due.length === limit;
      const before = { ...outcomes };
      await sendBatch(ctx, sending, due, connections);
      const isRefusedAsAWhole =
        outcomes.postponed > before.postponed &&
        outcomes.sent + outcomes.rejected === before.sent + before.rejected;
      if (isRefusedAsAWhole) break;
    }
  } finally {
    sending.pool.close();
    ctx.log.info(outcomes, 'reminders of streaks');
  }
  signal.throwIfAborted();
  if (outcomes.postponed > 0 && !sending.isOver()) {
    throw new Error(`the mail server postponed ${outcomes.postponed} reminders`);
  }
};

const pacer = (perSecond: number, signal: AbortSignal): Sending['pace'] => {
  const waitAt = createPace(perSecond);
  return async () => {
    const ms = waitAt(performance.now());
    if (ms >= 1) await pause(ms, undefined, { signal });
  };
};

const countAbandoned = async (ctx: CheckedContext, day: string): Promise<void> => {
  const reminders = await attempts.markAbandonedInDoubt(ctx.db, day);
  if (reminders === 0) return;
  ctx.metrics.reminders('unknown', reminders);
  ctx.log.warn({ reminders }, 'reminders in doubt after a crash while sending; not repeated');
};

const replyLookMs = 500;

/** Waits while replies are about to leave, at most a minute; those over their hourly limit wait longer. */
const yieldToReplies = async (ctx: CheckedContext, signal: AbortSignal): Promise<void> => {
  for (let waitedMs = 0; waitedMs < minuteMs; waitedMs += replyLookMs) {
    if (!(await hasDueMail(ctx.db)) || (await hourlyLimitReached(ctx))) return;
    await pause(replyLookMs, undefined, { signal });
  }
};

const sendBatch = async (
  ctx: CheckedContext,
  sending: Sending,
  due: attempts.DueReminder[],
  connections: number,
): Promise<void> => {
  const work = async (): Promise<void> => {
    for (let one = due.shift(); one; one = due.shift()) {
      await sending.pace();
      if (sending.isOver()) return;
      await sendOne(ctx, sending, one.id);
    }
  };
  const ends = await Promise.allSettled(
    Array.from({ length: connections }, () =>
      work().catch((error) => {
        due.length = 0;
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};

const sendOne = async (
  ctx: CheckedContext,
  { day, domain, pool, names, midnight, outcomes }: Sending,
  id: string,
): Promise<void> => {
  const claimed = await attempts.claimReminder(ctx.db, { id, day });
  if (!claimed) return;
  const result = await pool.send(
    {
      ...reminderMail({ streak: claimed.streak, link: names.linkOf(id) }),
      mailId: names.mailIdOf({ id, day }, domain),
      to: { address: claimed.email, name: null },
      automatic: false,
      thread: [],
    },
    midnight,
  );
  outcomes[result.outcome] += 1;
  ctx.metrics.reminders(result.outcome, 1);
  switch (result.outcome) {
    case 'sent':
      return attempts.deleteAttempt(ctx.db, id);
    case 'postponed':
      return attempts.releaseReminder(ctx.db, { id, day });
    case 'unknown':
      return attempts.markInDoubt(ctx.db, id);
    case 'rejected':
      ctx.log.warn({ reminder: id, reason: result.reason }, 'reminder refused');
      return inTransaction(ctx, async (tx) => {
        await attempts.deleteAttempt(tx.db, id);
        if (isAddressRefused(result.reason)) await handleReturnedReminder(tx, { id, day });
      });
  }
};
