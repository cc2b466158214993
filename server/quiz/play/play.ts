import * as attempts from '../../../db/quiz/attempts.ts';
import type { QuizContents, QuizRow, QuizState } from '../../../db/quiz/quiz.ts';
import * as quizzes from '../../../db/quiz/quiz.ts';
import { addDays, civilDayOf } from '../../core/civil-time.ts';
import { type CheckedContext, type Context, requireEmail } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { isUuid } from '../../text/uuid.ts';
import { contentsAt, latestContents } from '../contents.ts';
import { type GivenAnswer, type GradedAnswer, grade } from './grade.ts';

export type { QuizContents, QuizRow };

/** The result of an attempt (docs/behaviour/quiz.md#quiz). */
export interface AttemptResult {
  graded: GradedAnswer[];
  correctAnswers: number;
  minCorrectAnswers: number;
  passed: boolean;
}

/**
 * Returns a quiz for a reader who has not attempted it (docs/behaviour/quiz.md#quiz). Its answers are only
 * for grading.
 * @throws AppError `quiz-not-found`, `quiz-already-attempted`; `invalid-token` for a caller without an
 * e-mail
 */
export const getQuiz = async (ctx: Context, id: string): Promise<QuizContents> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  const quiz = await contentsAt(ctx, await getUnattempted(ctx, id, email));
  requireOpen(ctx, quiz);
  return quiz;
};

/**
 * Grades and stores a reader's only attempt at a quiz. Passing credits the quiz's date to their streak in
 * the same statement (docs/behaviour/quiz.md#quiz). Refused answers do not use up the attempt. If the quiz
 * has changed, reads and grades again; each retry needs another change by an editor, so the loop ends.
 * @throws AppError `quiz-not-found`, `quiz-already-attempted`, `invalid-request`; `invalid-token` for a
 * caller without an e-mail
 */
export const submitQuiz = async (
  ctx: Context,
  { quizId, answers }: { quizId: string; answers: readonly GivenAnswer[] },
): Promise<AttemptResult> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  let quiz = await latestContents(ctx, quizId);
  requireOpen(ctx, quiz);
  for (;;) {
    const result = gradeOrRefuse(quiz, answers);
    const refused = result instanceof AppError;
    if (!refused && (await storeAttempt(ctx, quiz, { email, ...result }))) return result;
    // A second attempt is refused with its own code, whatever it contains.
    const state = await getUnattempted(ctx, quiz.id, email);
    if (refused && state.revision === quiz.revision) throw result;
    quiz = await contentsAt(ctx, state);
  }
};

/**
 * Returns the state of a quiz that a reader has not attempted.
 * @throws AppError `quiz-not-found`, `quiz-already-attempted`
 */
const getUnattempted = async (
  ctx: CheckedContext,
  id: string,
  email: string,
): Promise<QuizState> => {
  const state = isUuid(id) ? await quizzes.findQuizState(ctx.db, id, email) : undefined;
  if (!state || state.unpublished) throw new AppError('quiz-not-found');
  if (state.attempt) throw new AppError('quiz-already-attempted');
  return state;
};

/**
 * Refuses a quiz so old that retention may have removed the reader's attempt: otherwise they could attempt
 * it again.
 * @throws AppError `quiz-not-found`
 */
const requireOpen = (ctx: Context, { quizDate }: QuizRow): void => {
  const days = ctx.config.retentionDays.attempts;
  if (days !== undefined && quizDate <= addDays(civilDayOf(ctx.now()), -days)) {
    throw new AppError('quiz-not-found');
  }
};

const gradeOrRefuse = (
  { questions, minCorrectAnswers }: QuizContents,
  answers: readonly GivenAnswer[],
): AttemptResult | AppError => {
  try {
    const graded = grade(questions, answers);
    const correctAnswers = graded.filter(({ isCorrect }) => isCorrect).length;
    return {
      graded,
      correctAnswers,
      minCorrectAnswers,
      passed: correctAnswers >= minCorrectAnswers,
    };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

const storeAttempt = (
  ctx: CheckedContext,
  { id, revision }: QuizContents,
  attempt: AttemptResult & { email: string },
): Promise<boolean> =>
  attempts.insertAttemptAndCredit(ctx.db, {
    quizId: id,
    revision,
    email: attempt.email,
    answers: Object.fromEntries(
      attempt.graded.flatMap(({ question, given }) => (given === '' ? [] : [[question.id, given]])),
    ),
    correctAnswers: attempt.correctAnswers,
    passed: attempt.passed,
    attemptedAt: ctx.now(),
    today: civilDayOf(ctx.now()),
  });
