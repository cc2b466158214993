import type { AttemptSummaryRow } from '../../../db/quiz/attempts.ts';
import * as attempts from '../../../db/quiz/attempts.ts';
import type { QuizContents, QuizState } from '../../../db/quiz/quiz.ts';
import * as quizzes from '../../../db/quiz/quiz.ts';
import { civilDayOf } from '../../core/civil-time.ts';
import { type Context, readFromReplica, requireEmail } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { getPage, type Page } from '../../core/page.ts';
import { parseSchedule } from '../../jobs/schedule.ts';
import { isUuid } from '../../text/uuid.ts';
import { contentsAt } from '../contents.ts';
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
  if (!state || state.unpublished)
    throw new AppError('quiz-not-found', { retryAfterSeconds: secondsToQuiz(ctx, today) });
  const quiz = await contentsAt(ctx, state);
  return { quiz, result: state.attempt ? resultOf(quiz, state.attempt) : undefined };
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
  const state = isUuid(id) ? await quizzes.findQuizState(ctx.db, id, email) : undefined;
  if (!state?.attempt) throw new AppError('quiz-not-found');
  return resultOf(await contentsAt(ctx, state), state.attempt);
};

const resultOf = (
  quiz: QuizContents,
  attempt: NonNullable<QuizState['attempt']>,
): AttemptResult => {
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
