import { listQuizzesOfDays } from '../../../db/quiz/quiz.ts';
import { daysBetween } from '../../core/civil-time.ts';
import { type Context, requireRole } from '../../core/context.ts';
import { AppError, orThrow } from '../../core/errors.ts';
import type { QuizDay, QuizStatistics } from '../outputs.ts';
import { listStatistics } from './statistics.ts';

export type { QuizDay };

const maxDays = 366;

/**
 * Returns the results of the quizzes of a range of days, counted like `quiz.statistics`; skips days without
 * a quiz.
 * @throws AppError `forbidden`; `invalid-request` if the range ends before it begins or has more than 366
 * days; `unavailable` while quizzes are being counted
 */
export const getQuizTrends = async (
  ctx: Context,
  { from, to }: { from: string; to: string },
): Promise<{ days: QuizDay[] }> => {
  requireRole(ctx, 'editor');
  const length = daysBetween(from, to) + 1;
  if (length < 1 || length > maxDays) {
    throw new AppError('invalid-request', { detail: `the range must have 1 to ${maxDays} days` });
  }
  const quizzes = await listQuizzesOfDays(ctx.db, { from, to });
  const statistics = await listStatistics(ctx, quizzes);
  const days = quizzes.map(({ id, quizDate, title, unpublished }): QuizDay => {
    const counted = orThrow(statistics.get(id), 'unavailable');
    const { attempts, passed, averageCorrect, questions } = counted;
    const status = unpublished ? 'unpublished' : 'published';
    const hardest = attempts > 0 ? hardestOf(questions) : null;
    return { quizDate, id, title, status, attempts, passed, averageCorrect, hardest };
  });
  return { days };
};

const hardestOf = ([first, ...rest]: QuizStatistics['questions']): QuizDay['hardest'] => {
  if (!first) return null;
  const { question, correctRate } = rest.reduce(
    (least, one) => (one.correctRate < least.correctRate ? one : least),
    first,
  );
  return { question, correctRate };
};
