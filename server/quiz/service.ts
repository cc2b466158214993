import type { AnsweredQuestionRow, QuestionRow, QuizRow, QuizSummaryRow } from '../../db/quiz.ts';
import * as quizzes from '../../db/quiz.ts';
import type { Context } from '../context.ts';
import { AppError, orThrow, refusing } from '../errors.ts';
import type { AnswerKey } from './answer-keys.ts';
import { type GradedAnswer, grade } from './grade.ts';

export type { AnsweredQuestionRow, GradedAnswer, QuestionRow, QuizRow };

/** The result of an attempt (specification §2.6). */
export interface AttemptResult {
  graded: GradedAnswer[];
  correctAnswers: number;
  minCorrectAnswers: number;
  passed: boolean;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const listed = 100;

/**
 * A quiz without its answers, for a reader who has not attempted it (specification §4.6).
 *
 * @throws AppError `quiz-not-found`, `quiz-already-attempted`, `invalid-token` for somebody without an e-mail
 */
export const getQuiz = async (
  ctx: Context,
  id: string,
): Promise<QuizRow & { questions: QuestionRow[] }> => {
  const email = emailOf(ctx);
  const quiz = orThrow(
    uuid.test(id) ? await quizzes.findQuizForReader(ctx.db, id, email) : undefined,
    'quiz-not-found',
  );
  if (quiz.attempted) throw new AppError('quiz-already-attempted');
  return quiz;
};

/**
 * Stores a reader's only attempt at a quiz and grades it; where it passes, the quiz's date is credited to their streak, with
 * the attempt or not at all (specification §3.2). Refused answers leave the attempt to them.
 *
 * @throws AppError `quiz-not-found`, `quiz-already-attempted`, `invalid-request`, `invalid-token` for somebody without an e-mail
 */
export const submitQuiz = async (
  ctx: Context,
  submission: { quizId: string; answers: readonly { fieldId: string; answer: string }[] },
): Promise<AttemptResult> => {
  const email = emailOf(ctx);
  const quiz = await answerKeyOf(ctx, submission.quizId);
  const graded = grade(quiz.questions, submission.answers);
  const correctAnswers = graded.filter((answer) => answer.isCorrect).length;
  const passed = correctAnswers >= quiz.minCorrectAnswers;
  const stored = await refusing({ quiz_attempts_quiz_id_fkey: 'quiz-not-found' }, () =>
    quizzes.insertAttempt(ctx.db, {
      quizId: quiz.id,
      email,
      answers: Object.fromEntries(
        submission.answers.map(({ fieldId, answer }) => [fieldId, answer]),
      ),
      correctAnswers,
      passed,
      attemptedAt: ctx.now(),
    }),
  );
  if (!stored) throw new AppError('quiz-already-attempted');
  return { graded, correctAnswers, minCorrectAnswers: quiz.minCorrectAnswers, passed };
};

/** The latest quizzes, newest first. */
export const listQuizzes = (ctx: Context): Promise<QuizSummaryRow[]> =>
  quizzes.listQuizzes(ctx.db, listed);

/** A quiz with its answers. @throws AppError `quiz-not-found` */
export const getQuizWithAnswers = async (
  ctx: Context,
  id: string,
): Promise<QuizRow & { questions: AnsweredQuestionRow[] }> =>
  orThrow(
    uuid.test(id) ? await quizzes.findQuizWithAnswers(ctx.db, id) : undefined,
    'quiz-not-found',
  );

const answerKeyOf = async (ctx: Context, id: string): Promise<AnswerKey> => {
  const known = ctx.answerKeys.get(id);
  if (known) return known;
  const quiz = await getQuizWithAnswers(ctx, id);
  ctx.answerKeys.set(id, quiz);
  return quiz;
};

/** Attempts and streaks belong to an e-mail. */
const emailOf = ({ actor }: Context): string => {
  if (actor.kind !== 'person' || !actor.email) throw new AppError('invalid-token');
  return actor.email;
};
