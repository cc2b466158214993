import * as attempts from '../../db/quiz/attempts.ts';
import { findQuizDraft, listQuizDrafts } from '../../db/quiz/drafts.ts';
import type { QuizContents, QuizRow, QuizState, QuizSummaryRow } from '../../db/quiz/quiz.ts';
import * as quizzes from '../../db/quiz/quiz.ts';
import { findQuizOrigin } from '../../db/quiz/review.ts';
import { addDays, civilDayOf } from '../core/civil-time.ts';
import { type CheckedContext, type Context, requireEmail, requireRole } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { isUuid } from '../text/uuid.ts';
import { contentsAt, latestContents, readContents } from './contents.ts';
import { examine, type Findings } from './findings.ts';
import { type GivenAnswer, type GradedAnswer, grade } from './grade.ts';
import { listStatistics } from './statistics.ts';

export type { GradedAnswer, QuizContents, QuizRow };

/** The result of an attempt (docs/behaviour/quiz.md#quiz). */
export interface AttemptResult {
  graded: GradedAnswer[];
  correctAnswers: number;
  minCorrectAnswers: number;
  passed: boolean;
}

const listSize = 100;
/** The same as the column's default. */
const defaultMinCorrectAnswers = 6;

/**
 * A quiz, for a reader who has not attempted it (docs/behaviour/quiz.md#quiz). Its answers are for
 * grading alone.
 *
 * @throws AppError `quiz-not-found`, `quiz-already-attempted`; `invalid-token` for a caller without
 * an e-mail
 */
export const getQuiz = async (ctx: Context, id: string): Promise<QuizContents> => {
  requireEmail(ctx);
  const { email } = ctx.actor;
  const quiz = await contentsAt(ctx, await getUnattempted(ctx, id, email));
  requireOpen(ctx, quiz);
  return quiz;
};

/**
 * Grades and stores a reader's only attempt at a quiz. Passing credits the quiz's date to their
 * streak in the same statement (docs/behaviour/quiz.md#quiz). Refused answers do not use up the attempt.
 * If the quiz changed since it was read, reads it again and grades again; each retry needs another
 * change by an editor, so the loop ends.
 *
 * @throws AppError `quiz-not-found`, `quiz-already-attempted`, `invalid-request`; `invalid-token`
 * for a caller without an
 *   e-mail
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
    if (!refused && (await storeAttempt(ctx, quiz, { email, answers, ...result }))) return result;
    // A second attempt is refused with its own code, whatever it contains.
    const state = await getUnattempted(ctx, quiz.id, email);
    if (refused && state.revision === quiz.revision) throw result;
    quiz = await contentsAt(ctx, state);
  }
};

/** The state of a quiz or draft; `held` is a draft that noon does not publish. */
export type QuizStatus = 'draft' | 'held' | 'published' | 'unpublished';

/** A quiz or draft in a list; null: its attempts are not counted. */
export interface ListedQuiz
  extends Omit<QuizSummaryRow, 'unpublished'>,
    Record<'attempts' | 'passed' | 'averageCorrect', number | null> {
  status: QuizStatus;
  refused: boolean;
}

const none = { attempts: 0, passed: 0, averageCorrect: 0 };
const notCounted = { attempts: null, passed: null, averageCorrect: null };

/**
 * The latest 100 quizzes, newest first, drafts included. @param attempts whether those of each are
 * counted, as `quiz.statistics` counts them @throws AppError `forbidden`
 */
export const listQuizzes = async (
  ctx: Context,
  { attempts: counted = true }: { attempts?: boolean | undefined } = {},
): Promise<ListedQuiz[]> => {
  requireRole(ctx, 'editor');
  const drafts = await listQuizDrafts(ctx.db, listSize);
  const published = await quizzes.listQuizzes(ctx.db, listSize);
  const range = { from: published.at(-1)?.quizDate ?? '', to: published[0]?.quizDate ?? '' };
  const results =
    counted && published.length > 0
      ? await listStatistics(ctx, await quizzes.listQuizzesOfDays(ctx.db, range))
      : undefined;
  return [
    ...drafts.map(({ held, ...draft }) => ({
      ...draft,
      ...none,
      minCorrectAnswers: defaultMinCorrectAnswers,
      status: held ? ('held' as const) : ('draft' as const),
    })),
    ...published.map(({ unpublished, ...quiz }) => {
      const { attempts: count, passed, averageCorrect } = results?.get(quiz.id) ?? notCounted;
      const status = unpublished ? ('unpublished' as const) : ('published' as const);
      return { ...quiz, attempts: count, passed, averageCorrect, refused: false, status };
    }),
  ]
    .sort((a, b) => b.quizDate.localeCompare(a.quizDate))
    .slice(0, listSize);
};

/** A quiz or draft for editors. */
export interface QuizForEditors extends Omit<QuizContents, 'unpublished'>, Findings {
  refused: boolean;
  status: QuizStatus;
  /** Why it is held or unpublished. */
  reason: string | null;
  editionTitle: string;
  /** What the questions were written from; null if it was not stored. */
  editionText: string | null;
}

/**
 * A quiz or draft with its answers and its edition. @throws AppError `forbidden`, `quiz-not-found`
 */
export const getQuizWithAnswers = async (ctx: Context, id: string): Promise<QuizForEditors> => {
  requireRole(ctx, 'editor');
  const draft = isUuid(id) ? await findQuizDraft(ctx.db, id) : undefined;
  if (!draft) {
    const { unpublished, ...quiz } = await readContents(ctx, id);
    const origin = orThrow(await findQuizOrigin(ctx.db, id), 'quiz-not-found');
    const status = unpublished ? 'unpublished' : 'published';
    return { ...quiz, ...origin, status, refused: false, findings: [], warnings: [] };
  }
  const { quizDate, title, description, held, revision, editionTitle, editionText } = draft;
  return {
    id,
    quizDate,
    title,
    description,
    minCorrectAnswers: defaultMinCorrectAnswers,
    revision,
    status: held ? 'held' : 'draft',
    reason: draft.heldReason,
    editionTitle,
    editionText,
    refused: draft.refused,
    ...examine(draft),
    questions: draft.questions.map((question, index) => ({
      ...question,
      position: index + 1,
      formerAnswers: [],
    })),
  };
};

/**
 * The state of a quiz that a reader has not attempted. @throws AppError `quiz-not-found`,
 * `quiz-already-attempted`
 */
const getUnattempted = async (
  ctx: CheckedContext,
  id: string,
  email: string,
): Promise<QuizState> => {
  const state = orThrow(
    isUuid(id) ? await quizzes.findQuizState(ctx.db, id, email) : undefined,
    'quiz-not-found',
  );
  if (state.attempted) throw new AppError('quiz-already-attempted');
  return state;
};

/**
 * Refuses a quiz once the retention may have removed a reader's attempt at it, who would get
 * another. @throws AppError `quiz-not-found`
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
  attempt: AttemptResult & { email: string; answers: readonly GivenAnswer[] },
): Promise<boolean> =>
  attempts.insertAttemptAndCredit(ctx.db, {
    quizId: id,
    revision,
    email: attempt.email,
    answers: Object.fromEntries(attempt.answers.map(({ fieldId, answer }) => [fieldId, answer])),
    correctAnswers: attempt.correctAnswers,
    passed: attempt.passed,
    attemptedAt: ctx.now(),
    today: civilDayOf(ctx.now()),
  });
