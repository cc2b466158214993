import { findQuizDraftByDate } from '../../db/quiz/drafts.ts';
import { countUncountedQuizzes } from '../../db/quiz/statistics.ts';
import { civilDayOf, hourMs, minuteMs } from '../core/civil-time.ts';
import { AppError } from '../core/errors.ts';
import type { Job } from '../jobs/job.ts';
import { alertEditors, noteDraftFailed } from './alerts.ts';
import { isFinished } from './checks/findings.ts';
import { draftQuiz } from './generation/drafting.ts';
import { generateQuiz } from './generation/generate.ts';
import { publishQuiz } from './publish.ts';
import { countQuizzes } from './results/statistics.ts';

const retryPausesMs = [1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs);

/**
 * Publishes the draft of the day at noon unless it is held; generates the quiz if there is no finished draft
 * (docs/behaviour/quiz.md#quiz). Retries until 18:00 if there is no edition, or the newsletter or the model
 * fails. Succeeds if the day already has a quiz.
 */
export const dailyQuizJob: Job = {
  name: 'daily-quiz',
  schedule: '0 12 * * *',
  mode: 'once',
  windowMs: 6 * hourMs,
  retryPausesMs,
  run: async (ctx, { signal }) => {
    const draft = await findQuizDraftByDate(ctx.db, civilDayOf(ctx.now()));
    try {
      const quizId =
        draft && isFinished(draft)
          ? (await publishQuiz(ctx, draft.id, { unlessHeld: true })).quizId
          : await generateQuiz(ctx, { signal, unlessHeld: true });
      ctx.log.info({ quizId }, 'quiz published');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.state === 'held') ctx.log.warn({ quizId: draft?.id }, 'the quiz of today is held');
      else if (error.state !== 'published' && error.code !== 'quiz-already-generated') throw error;
    }
  },
};

/** Drafts the quiz of the day for review, at a time before noon. */
export const draftQuizJob = ({ hour, minute: at }: { hour: number; minute: number }): Job => ({
  name: 'draft-quiz',
  schedule: `${at} ${hour} * * *`,
  mode: 'once',
  windowMs: ((12 - hour) * 60 - at) * minuteMs,
  retryPausesMs,
  run: async (ctx, { signal }) => {
    try {
      const { quizId } = await draftQuiz(ctx, { signal });
      ctx.log.info({ quizId }, 'quiz drafted');
    } catch (error) {
      if (error instanceof AppError && error.code === 'quiz-already-generated') return;
      await noteDraftFailed(ctx);
      throw error;
    }
  },
});

/** Tells editors of today's failures; `addresses` get mails, webhooks events. */
export const alertEditorsJob = (addresses: readonly string[]): Job => ({
  name: 'alert-editors',
  schedule: '*/20 * * * * *',
  mode: 'every-process',
  run: (ctx, { signal }) => alertEditors(ctx, addresses, signal),
});

/** Counts attempts at quizzes ahead of requests for results. */
export const countQuizzesJob: Job = {
  name: 'count-quizzes',
  schedule: '*/30 * * * * *',
  mode: 'every-process',
  run: async (ctx, { signal }) => {
    const quizzes = await countQuizzes(ctx, signal);
    if (quizzes > 0) ctx.log.debug({ quizzes }, 'attempts at quizzes counted');
  },
  countLeft: ({ db }) => countUncountedQuizzes(db),
};
