import type { AnsweredQuestionRow, QuestionRow, QuizRow, QuizSummaryRow } from '../../db/quiz.ts';
import * as quizzes from '../../db/quiz.ts';
import { civilDayOf } from '../civil-time.ts';
import { type Context, requireEmail, requireRole } from '../context.ts';
import { AppError, mapConstraintErrors, orThrow } from '../errors.ts';
import { type AnswerKey, answerKeysOf } from './answer-keys.ts';
import { type GradedAnswer, grade } from './grade.ts';

export type { AnsweredQuestionRow, GradedAnswer, QuestionRow, QuizRow };

/** The result of an attempt (docs/behaviour.md#quiz). */
export interface AttemptResult {
  graded: GradedAnswer[];
  correctAnswers: number;
  minCorrectAnswers: number;
  passed: boolean;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const listSize = 100;

/** Whether a text can be a quiz's id. */
export const isQuizId = (id: string): boolean => uuid.test(id);

/**
 * A quiz without its answers, for a reader who has not attempted it (docs/behaviour.md#quiz).
 *
 * @throws AppError `quiz-not-found`, `quiz-already-attempted`; `invalid-token` for a caller without an e-mail
 */
export const getQuiz = async (
  ctx: Context,
  id: string,
): Promise<QuizRow & { questions: QuestionRow[] }> => {
  const email = requireEmail(ctx.actor);
  const quiz = orThrow(
    uuid.test(id) ? await quizzes.findQuizForReader(ctx.db, id, email) : undefined,
    'quiz-not-found',
  );
  if (quiz.attempted) throw new AppError('quiz-already-attempted');
  return quiz;
};

/**
 * Grades and stores a reader's only attempt at a quiz. Passing credits the quiz's date to their streak in the same statement
 * (docs/behaviour.md#quiz). Refused answers do not use up the attempt.
 *
 * @throws AppError `quiz-not-found`, `quiz-already-attempted`, `invalid-request`; `invalid-token` for a caller without an
 *   e-mail
 */
export const submitQuiz = async (
  ctx: Context,
  submission: { quizId: string; answers: readonly { fieldId: string; answer: string }[] },
): Promise<AttemptResult> => {
  const email = requireEmail(ctx.actor);
  const quiz = await answerKeyOf(ctx, submission.quizId);
  const graded = await gradeUnattempted(ctx, quiz, email, submission.answers);
  const correctAnswers = graded.filter((answer) => answer.isCorrect).length;
  const passed = correctAnswers >= quiz.minCorrectAnswers;
  const stored = await mapConstraintErrors({ quiz_attempts_quiz_id_fkey: 'quiz-not-found' }, () =>
    quizzes.insertAttempt(ctx.db, {
      quizId: quiz.id,
      email,
      answers: Object.fromEntries(
        submission.answers.map(({ fieldId, answer }) => [fieldId, answer]),
      ),
      correctAnswers,
      passed,
      attemptedAt: ctx.now(),
      today: civilDayOf(ctx.now()),
    }),
  );
  if (!stored) throw new AppError('quiz-already-attempted');
  return { graded, correctAnswers, minCorrectAnswers: quiz.minCorrectAnswers, passed };
};

/** The latest 100 quizzes, newest first. @throws AppError `forbidden` */
export const listQuizzes = async (ctx: Context): Promise<QuizSummaryRow[]> => {
  requireRole(ctx.actor, 'admin');
  return quizzes.listQuizzes(ctx.db, listSize);
};

/** A quiz with its answers. @throws AppError `forbidden`, `quiz-not-found` */
export const getQuizWithAnswers = async (ctx: Context, id: string): Promise<AnswerKey> => {
  requireRole(ctx.actor, 'admin');
  return readQuizWithAnswers(ctx, id);
};

/** An attempt is looked up only if the answers are refused: a second attempt is refused as such, whatever it contains. */
const gradeUnattempted = async (
  { db }: Context,
  quiz: AnswerKey,
  email: string,
  answers: Parameters<typeof grade>[1],
): Promise<GradedAnswer[]> => {
  try {
    return grade(quiz.questions, answers);
  } catch (error) {
    if (await quizzes.hasAttempted(db, quiz.id, email))
      throw new AppError('quiz-already-attempted');
    throw error;
  }
};

const readQuizWithAnswers = async (ctx: Context, id: string): Promise<AnswerKey> =>
  orThrow(
    uuid.test(id) ? await quizzes.findQuizWithAnswers(ctx.db, id) : undefined,
    'quiz-not-found',
  );

/** The answer key of a quiz, by its id. @throws AppError `quiz-not-found` */
export const answerKeyOf = async (ctx: Context, id: string): Promise<AnswerKey> => {
  const known = answerKeysOf(ctx).get(id);
  if (known) return known;
  const quiz = await readQuizWithAnswers(ctx, id);
  answerKeysOf(ctx).set(id, quiz);
  return quiz;
};
