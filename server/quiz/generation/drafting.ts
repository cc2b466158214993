import * as days from '../../../db/quiz/days.ts';
import * as drafts from '../../../db/quiz/drafts.ts';
import * as quizzes from '../../../db/quiz/quiz.ts';
import { civilDayOf } from '../../core/civil-time.ts';
import { type Context, inTransaction, requireRole } from '../../core/context.ts';
import { AppError, mapConstraintErrors } from '../../core/errors.ts';
import { fitDraft } from '../checks/normalize.ts';
import { lockDraft } from '../drafts/edit.ts';
import { isReplaceable, storeDraft } from '../drafts/store.ts';
import { editionText } from '../edition-text.ts';
import { recordQuizAct } from '../quiz-act.ts';
import { composeQuiz, type Generation } from './generate.ts';

const newsletterMs = 5_000;

/**
 * Generates today's quiz as a draft that readers do not see (docs/behaviour/quiz.md#quiz), or makes a blank
 * one. Overwriting replaces today's draft; a refused or unfinished draft that no editor changed is always
 * replaced.
 * @throws AppError `forbidden`, `quiz-already-generated` (published, or a draft that is not overwritten),
 * and those of `generateQuiz`
 */
export const draftQuiz = async (
  ctx: Context,
  { blank = false, ...generation }: Generation & { blank?: boolean | undefined } = {},
): Promise<{ quizId: string }> => {
  requireRole(ctx, 'editor');
  const { overwrite = false } = generation;
  const quizDate = civilDayOf(ctx.now());
  const refuse = (exists: boolean) => {
    if (exists) throw new AppError('quiz-already-generated');
  };
  const isKept = (draft: drafts.QuizDraftRow | undefined) =>
    draft !== undefined && !overwrite && !isReplaceable(draft);
  refuse(isKept(await drafts.findQuizDraftByDate(ctx.db, quizDate)));
  const quiz = blank
    ? await blankQuiz(ctx, quizDate)
    : await composeQuiz(ctx, { ...generation, overwrite: false });
  return mapConstraintErrors({ quiz_drafts_quiz_date_key: 'quiz-already-generated' }, () =>
    inTransaction(ctx, async (tx) => {
      const present = await drafts.lockQuizDraftByDate(tx.db, quizDate);
      refuse(isKept(present));
      refuse((await quizzes.findQuizIdByDate(tx.db, quizDate)) !== undefined);
      if (!blank) await days.updateFailure(tx.db, quizDate, null);
      return { quizId: await storeDraft(tx, { ...quiz, refused: false }, present) };
    }),
  );
};

/** Returns ten empty questions, with the latest edition if the newsletter responds in time. */
const blankQuiz = async (ctx: Context, quizDate: string) => {
  const edition = await ctx.newsletter
    .latestEdition(ctx.now(), AbortSignal.timeout(newsletterMs))
    .catch(() => undefined);
  return {
    ...fitDraft({ title: '', description: '', questions: [] }),
    quizDate,
    editionId: edition?.id ?? '',
    editionTitle: edition?.title.replaceAll('\u0000', '') ?? '',
    editionText: edition ? editionText(edition.html) : null,
  };
};

/**
 * Deletes a draft of any day.
 * @throws AppError `forbidden`, `quiz-not-found`, `quiz-changed`, `quiz-not-a-draft` if it is published
 */
export const discardQuiz = async (
  ctx: Context,
  id: string,
  revision: number | undefined,
): Promise<void> => {
  requireRole(ctx, 'editor');
  await inTransaction(ctx, async (tx) => {
    const { quizDate } = await lockDraft(tx, id, revision);
    await drafts.deleteQuizDraft(tx.db, id);
    await recordQuizAct(tx, 'discard', id, [{ field: 'quizDate', before: quizDate }]);
  });
};
