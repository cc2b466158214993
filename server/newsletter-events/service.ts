import * as accounts from '../../db/accounts/accounts.ts';
import { pauseAfter } from '../../db/jobs/work-rows.ts';
import type { ClaimedEvent } from '../../db/newsletter-events/newsletter-events.ts';
import * as events from '../../db/newsletter-events/newsletter-events.ts';
import { findQuizDraftByDate } from '../../db/quiz/drafts.ts';
import { recordAct } from '../audit/service.ts';
import { civilDayOf, dayMs, hourMs, minuteMs } from '../core/civil-time.ts';
import {
  anybody,
  type CheckedContext,
  type Context,
  inTransaction,
  onlyService,
} from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { isFinished } from '../quiz/checks/findings.ts';
import { generateQuiz } from '../quiz/generation/generate.ts';
import { reasonOf } from '../text/error-reason.ts';
import { foldEmail } from '../text/fold-email.ts';
import { isAuthentic, type Proof } from './signature.ts';

/** The lease is longer than any generation, so its process is dead if it expires. */
const leaseMs = 5 * minuteMs;
const retryPausesMs = [minuteMs, 2 * minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs];
const giveUpAfterMs = dayMs;
const concurrency = 4;

/** An event of the platform; only its ids are used. */
interface IncomingEvent {
  uid: string;
  event_type: string;
  data?: { id?: string | undefined; subscription_id?: string | undefined } | undefined;
}

type Work = (ctx: CheckedContext, subjectId: string, signal: AbortSignal) => Promise<void>;

/**
 * Stores an event of the newsletter's platform, once for each id; the job `newsletter-events` handles it
 * later.
 * @throws AppError `integration-disabled` without a secret, `invalid-signature`
 */
export const receiveNewsletterEvent = async (
  ctx: Context,
  event: IncomingEvent,
  proof: Proof,
): Promise<void> => {
  anybody(ctx);
  const { secrets } = ctx.config.newsletterEvents;
  if (secrets.length === 0) throw new AppError('integration-disabled');
  if (!secrets.some((secret) => isAuthentic(secret, proof)))
    throw new AppError('invalid-signature');
  const subjectId = event.data?.subscription_id ?? event.data?.id ?? null;
  const known = subjectId !== null && workOf(ctx, event.event_type) !== undefined;
  const row = { uid: event.uid, type: event.event_type, subjectId };
  await events.insertNewsletterEvent(ctx.db, row, known);
};

/** Handles due events until none is left or the signal aborts. A failed event is retried for a day. */
export const handleDueEvents = async (ctx: Context, signal: AbortSignal): Promise<void> => {
  onlyService(ctx);
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const event = await events.claimNewsletterEvent(ctx.db, leaseMs);
      if (!event) return;
      await handle(ctx, event, signal);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
};

const handle = async (
  ctx: CheckedContext,
  event: ClaimedEvent,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await workOf(ctx, event.type)?.(ctx, event.subjectId ?? '', signal);
    await events.finishNewsletterEvent(ctx.db, event);
  } catch (error) {
    ctx.log.warn({ err: error, event: event.uid, type: event.type }, 'newsletter event failed');
    await events.postponeNewsletterEvent(ctx.db, event, {
      error: reasonOf(error).slice(0, 300),
      pauseMs: pauseAfter(event.attempts, retryPausesMs),
      giveUpAfterMs,
    });
  }
};

/** Returns the handler of a type of event; undefined if the type is ignored. */
const workOf = ({ config }: Context, type: string): Work | undefined => {
  if (type === 'post.sent') {
    return config.newsletterEvents.quizTrigger === 'edition' ? makeQuiz : undefined;
  }
  const [subject] = type.split('.');
  const isSubscription = subject === 'subscription' || subject === 'newsletter_list_subscription';
  return isSubscription ? updateAccount : undefined;
};

/**
 * Generates the quiz of the day if it has no finished draft and the platform confirms that the edition is
 * published.
 */
const makeQuiz: Work = async (ctx, editionId, signal) => {
  const draft = await findQuizDraftByDate(ctx.db, civilDayOf(ctx.now()));
  if (draft && isFinished(draft)) {
    ctx.log.info({ quizId: draft.id, edition: editionId }, 'no quiz generated: today has a draft');
    return;
  }
  if (!(await ctx.newsletter.isPublished(editionId, ctx.now(), signal))) {
    throw new AppError('no-edition-available');
  }
  try {
    const quizId = await generateQuiz(ctx, { signal, unlessHeld: true });
    ctx.log.info({ quizId, edition: editionId }, 'quiz generated for an edition');
  } catch (error) {
    if (error instanceof AppError && error.code === 'quiz-already-generated') return;
    throw error;
  }
};

/** Updates the account of a subscription to the platform's current state; the event's state is not used. */
const updateAccount: Work = async (ctx, subscriptionId, signal) => {
  const subscription = await ctx.newsletter.findSubscription(subscriptionId, signal);
  await inTransaction(ctx, async (tx) => {
    const email = await accounts.updateSubscription(tx.db, {
      subscriptionId,
      email: subscription && foldEmail(subscription.email),
      status: subscription?.status ?? 'deleted',
    });
    if (email === undefined) return;
    await recordAct(tx, {
      action: 'accounts.upsert',
      target: `account:${email}`,
      changes: [{ field: 'subscriptionStatus', after: subscription?.status ?? 'deleted' }],
    });
  });
};
