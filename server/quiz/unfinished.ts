import * as drafts from '../../db/quiz/drafts.ts';
import * as quizzes from '../../db/quiz/quiz.ts';
import { type CheckedContext, inTransaction, type TxContext } from '../context.ts';
import { fitDraft, type QuizDraft } from './draft.ts';
import { isFinished } from './findings.ts';
import { recordQuizAct } from './quiz-act.ts';

// A refused or unfinished draft is not the quiz of its day: generation replaces it. What an editor
// wrote is held instead.

const heldReason = 'ainda há o que resolver';

/** Whether generation may replace a draft: it is unfinished, and no editor changed or held it. */
export const isReplaceable = (draft: drafts.QuizDraftRow): boolean =>
  !isFinished(draft) && draft.editedAt === null && !draft.held;

/**
 * Holds the unfinished draft of a date if an editor changed it. Returns whether it is held:
 * generation then leaves the day to the editor.
 */
export const holdEdited = (ctx: CheckedContext, quizDate: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const draft = await drafts.lockQuizDraftByDate(tx.db, quizDate);
    if (!draft || isFinished(draft) || isReplaceable(draft)) return false;
    if (!draft.held) {
      await drafts.updateQuizDraft(tx.db, draft.id, { held: true, heldReason });
      await recordQuizAct(tx, 'hold', draft.id, [{ field: 'held', before: false, after: true }]);
    }
    return true;
  });

/** Stores a new draft in place of the date's present one, and returns its id. */
export const storeDraft = async (
  tx: TxContext,
  draft: Omit<Parameters<typeof drafts.insertQuizDraft>[1], 'questions' | 'createdAt'> & QuizDraft,
): Promise<string> => {
  await drafts.deleteQuizDraftByDate(tx.db, draft.quizDate);
  const quizId = await drafts.insertQuizDraft(tx.db, {
    ...draft,
    questions: draft.questions.map((question) => ({ ...question, id: crypto.randomUUID() })),
    createdAt: tx.now(),
  });
  await recordQuizAct(tx, 'draft', quizId, [
    { field: 'quizDate', after: draft.quizDate },
    ...(draft.refused ? [{ field: 'refused', after: true }] : []),
  ]);
  return quizId;
};

/**
 * Stores what the checks refused, to be mended by an editor, unless its date has a quiz or a draft
 * that somebody needs.
 */
export const storeRefused = (
  ctx: CheckedContext,
  quiz: Pick<quizzes.NewQuiz, 'quizDate' | 'editionId' | 'editionTitle'> & {
    editionText: string;
    draft: QuizDraft;
  },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { draft, ...origin } = quiz;
    const present = await drafts.lockQuizDraftByDate(tx.db, quiz.quizDate);
    if (present && !isReplaceable(present)) return;
    if (await quizzes.findQuizIdByDate(tx.db, quiz.quizDate)) return;
    await storeDraft(tx, { ...origin, ...fitDraft(draft), refused: true });
  });
