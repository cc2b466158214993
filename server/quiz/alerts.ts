import * as days from '../../db/quiz/days.ts';
import { type CheckedContext, type Context, inTransaction, onlyService } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { sendNotice } from '../outbox/notice.ts';
import { emitEvent } from '../webhooks/events.ts';
import { alertMail } from './alert-mail.ts';
import { getQuizOfToday } from './today.ts';

/** Emits that the scheduled draft of today failed, once a day. */
export const noteDraftFailed = async (ctx: CheckedContext): Promise<void> => {
  const { quizDate, lastFailure } = await getQuizOfToday(ctx);
  if (!lastFailure) return;
  const { at, ...failure } = lastFailure;
  await inTransaction(ctx, async (tx) => {
    if (!(await days.noteAlert(tx.db, quizDate, 'draft', at))) return;
    await emitEvent(tx, 'quiz.draft-failed', { quizDate, ...failure });
  });
};

/**
 * Mails addresses about a scheduled draft of today that failed and about a missing quiz, once a day each
 * (docs/behaviour/quiz.md#alerts). A mail that a crash left in doubt is not repeated.
 */
export const alertEditors = async (
  ctx: Context,
  [address, ...copies]: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  onlyService(ctx);
  const today = await getQuizOfToday(ctx);
  const { quizDate, reason } = today;
  if (reason && today.isSettled) {
    await inTransaction(ctx, async (tx) => {
      if (!(await days.noteAlert(tx.db, quizDate, 'missing', tx.now()))) return;
      await emitEvent(tx, 'quiz.missing', { quizDate, reason });
    });
  }
  if (address === undefined || !ctx.mail || ctx.mail.paused) return;
  for (const alert of ['draft', 'missing'] as const) {
    const isOver = alert === 'draft' ? !today.lastFailure : !today.missing;
    if (isOver || !(await days.claimAlertMail(ctx.db, quizDate, alert, ctx.now()))) continue;
    const mail = alertMail(alert, today, ctx.config.consoleUrl);
    const notice = { ...mail, id: `quiz-${alert}-${quizDate}`, to: [address, ...copies] as const };
    await sendNotice(ctx, notice, signal).catch(async (error) => {
      ctx.log.warn({ err: error, alert }, 'the mail about the quiz of today was not sent');
      const isPostponed = error instanceof AppError && error.state === 'postponed';
      if (isPostponed) await days.releaseAlertMail(ctx.db, quizDate, alert);
    });
  }
};
