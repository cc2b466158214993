import { LRUCache } from 'lru-cache';
import type { QuizContents } from '../../db/quiz/quiz.ts';
import * as quizzes from '../../db/quiz/quiz.ts';
import { type CheckedContext, perService } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { isUuid } from '../text/uuid.ts';

const maxQuizzes = 50;

/**
 * Caches the contents of the latest quizzes by revision, because thousands of readers fetch and submit the
 * same quiz.
 */
const contentsOf = perService(() => new LRUCache<string, QuizContents>({ max: maxQuizzes }));

/**
 * Refuses a change of a locked quiz that was read at another revision; undefined accepts any revision.
 * @throws AppError `quiz-changed` with the current revision as its state
 */
export const requireRevision = (present: number, read: number | undefined): void => {
  if (read === undefined || read === present) return;
  const detail = `the revision is ${present}, not ${read}`;
  throw new AppError('quiz-changed', { detail, state: String(present) });
};

/** Reads a quiz with its answers from the database. @throws AppError `quiz-not-found` */
export const readContents = async (ctx: CheckedContext, id: string): Promise<QuizContents> => {
  const contents = orThrow(
    isUuid(id) ? await quizzes.findQuizContents(ctx.db, id) : undefined,
    'quiz-not-found',
  );
  contentsOf(ctx).set(id, contents);
  return contents;
};

/** Returns a quiz with its answers at a revision or a later one. @throws AppError `quiz-not-found` */
export const contentsAt = async (
  ctx: CheckedContext,
  { id, revision }: { id: string; revision: number },
): Promise<QuizContents> => {
  const known = contentsOf(ctx).get(id);
  return known?.revision === revision ? known : readContents(ctx, id);
};

/** Returns a quiz with its answers, perhaps without the newest change. @throws AppError `quiz-not-found` */
export const latestContents = async (ctx: CheckedContext, id: string): Promise<QuizContents> =>
  contentsOf(ctx).get(id) ?? readContents(ctx, id);
