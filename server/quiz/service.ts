import { findQuizOrigin } from '../../db/quiz/corrections.ts';
import { findQuizDraft, listQuizDrafts } from '../../db/quiz/drafts.ts';
import * as quizzes from '../../db/quiz/quiz.ts';
import { type Context, requireRole } from '../core/context.ts';
import { orThrow } from '../core/errors.ts';
import { isUuid } from '../text/uuid.ts';
import { cutWarnings, examine } from './checks/findings.ts';
import { readContents } from './contents.ts';
import type { QuizForEditors, Quizzes } from './outputs.ts';
import { listStatistics } from './results/statistics.ts';

const listSize = 100;
/** It equals the column's default. */
const defaultMinCorrectAnswers = 6;

const none = { attempts: 0, passed: 0, averageCorrect: 0 };
const notCounted = { attempts: null, passed: null, averageCorrect: null };

/**
 * Lists the latest 100 quizzes, newest first, including drafts.
 * @param attempts true counts the attempts of each, like `quiz.statistics`
 */
export const listQuizzes = async (
  ctx: Context,
  { attempts: counted = true }: { attempts?: boolean | undefined } = {},
): Promise<Quizzes['items']> => {
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

/**
 * Returns a quiz or draft with its answers and its edition. @throws AppError `forbidden`, `quiz-not-found`
 */
export const getQuizWithAnswers = async (ctx: Context, id: string): Promise<QuizForEditors> => {
  requireRole(ctx, 'editor');
  const draft = isUuid(id) ? await findQuizDraft(ctx.db, id) : undefined;
  if (!draft) {
    const { unpublished, ...quiz } = await readContents(ctx, id);
    const origin = orThrow(await findQuizOrigin(ctx.db, id), 'quiz-not-found');
    const status = unpublished ? 'unpublished' : 'published';
    const warnings = cutWarnings(origin.editionText);
    return { ...quiz, ...origin, status, refused: false, findings: [], warnings };
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
      formerOptions: [],
      annulled: false,
    })),
  };
};
