import type { AttemptSummaryRow } from '../../../db/quiz/attempts.ts';
import * as attempts from '../../../db/quiz/attempts.ts';
import type { QuizContents } from '../../../db/quiz/quiz.ts';
import * as quizzes from '../../../db/quiz/quiz.ts';
import { civilDayOf } from '../../core/civil-time.ts';
import {
  type CheckedContext,
  type Context,
  readFromReplica,
  requireEmail,
} from '../../core/context.ts';
import { AppError, orThrow } from '../../core/errors.ts';
import { getPage, type Page } from '../../core/page.ts';
import { parseSchedule } from '../../jobs/schedule.ts';
import { isUuid } from '../../text/uuid.ts';
import { contentsAt, readContents } from '../contents.ts';
import { grade } from './grade.ts';
import type { AttemptResult } from './play.ts';

export type { AttemptSummaryRow };

export interface TodaysQuiz {
  quiz: QuizContents;
  result: AttemptResult | undefined;
}

const generation = parseSchedule('0 12 * * *');
const retryAfterNoonSeconds = 300;

/**
 * Returns today's quiz (São Paulo) for the caller: open, or with their result.
 * @throws AppError `quiz-not-found` with the seconds until it may be available; `invalid-token` without an
 * e-mail
 */
export const getTodaysQuiz = async (ctx: Context): Promise<TodaysQuiz> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  const today = civilDayOf(ctx.now());
  const state = await quizzes.findQuizStateByDate(ctx.db, today, email);
  if (!state)
    throw new AppError('quiz-not-found', { retryAfterSeconds: secondsToQuiz(ctx, today) });
  return {
    quiz: await contentsAt(ctx, state),
    result: state.attempted ? await resultOf(ctx, state.id, email) : undefined,
  };
};

const secondsToQuiz = (ctx: Context, today: string): number => {
  const noon = generation.next(ctx.now());
  if (civilDayOf(noon) !== today) return retryAfterNoonSeconds;
  return Math.ceil((noon.getTime() - ctx.now().getTime()) / 1_000);
};

/**
 * Returns the result of the caller's attempt at a quiz.
 * @throws AppError `quiz-not-found` without an attempt; `invalid-token` without an e-mail
 */
export const getQuizResult = async (ctx: Context, id: string): Promise<AttemptResult> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  if (!isUuid(id)) throw new AppError('quiz-not-found');
  return resultOf(ctx, id, email);
};

const resultOf = async (ctx: CheckedContext, id: string, email: string): Promise<AttemptResult> => {
  const attempt = orThrow(await attempts.findAttempt(ctx.db, id, email), 'quiz-not-found');
  // An unpublished quiz has no state, and so no revision to compare with.
  const state = await quizzes.findQuizState(ctx.db, id, email);
  const quiz = await (state ? contentsAt(ctx, state) : readContents(ctx, id));
  const answers = Object.entries(attempt.answers).map(([fieldId, answer]) => ({ fieldId, answer }));
  return {
    graded: grade(quiz.questions, answers),
    correctAnswers: attempt.correctAnswers,
    minCorrectAnswers: quiz.minCorrectAnswers,
    passed: attempt.passed,
  };
};

/**
 * Lists a page of the caller's attempts, latest quiz first, with the next cursor (null on the last page).
 * @throws AppError `invalid-token` without an e-mail
 */
export const listQuizHistory = async (
  ctx: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<AttemptSummaryRow>> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  const before = cursor || undefined;
  return getPage(
    limit,
    (most) =>
      readFromReplica(ctx, (db) => attempts.listAttempts(db, email, { before, limit: most })),
    ({ quizDate }) => quizDate,
  );
};
