import { violatedConstraint } from '../../../db/connection/errors.ts';
import * as days from '../../../db/quiz/days.ts';
import * as drafts from '../../../db/quiz/drafts.ts';
import * as quizzes from '../../../db/quiz/quiz.ts';
import { type CheckedContext, inTransaction, type TxContext } from '../../core/context.ts';
import type { QuizDraft } from '../checks/draft.ts';
import { isFinished } from '../checks/findings.ts';
import { fitDraft } from '../checks/normalize.ts';
import { recordQuizAct } from '../quiz-act.ts';

// Generation replaces a refused or unfinished draft, because it is not the quiz of its day. An editor's
// draft is held instead.

const heldReason = 'ainda há o que resolver';

/** Returns true if generation may replace a draft: it is unfinished, and no editor changed or held it. */
export const isReplaceable = (draft: drafts.QuizDraftRow): boolean =>
  !isFinished(draft) && draft.editedAt === null && !draft.held;

/** Holds a locked draft and every later one of its day back, or lets them be published at noon again. */
export const storeHold = async (
  tx: TxContext,
  draft: drafts.QuizDraftRow,
  hold: Pick<drafts.QuizDraftRow, 'held' | 'heldReason'>,
): Promise<void> => {
  await drafts.updateQuizDraft(tx.db, draft.id, hold);
  await days.updateHold(tx.db, draft.quizDate, hold);
  await recordQuizAct(tx, 'hold', draft.id, [
    { field: 'held', before: draft.held, after: hold.held },
  ]);
};

/**
 * Holds the unfinished draft of a date if an editor changed it, and returns whether it is held. Generation
 * then leaves the day to the editor.
 * @param unlessHeld also returns true for a held date whose draft was deleted
 */
export const holdEdited = (
  ctx: CheckedContext,
  quizDate: string,
  unlessHeld: boolean,
): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const draft = await drafts.lockQuizDraftByDate(tx.db, quizDate);
    if (!draft) return unlessHeld && (await days.findQuizDay(tx.db, quizDate))?.held === true;
    if (isFinished(draft) || isReplaceable(draft)) return false;
    if (!draft.held) await storeHold(tx, draft, { held: true, heldReason });
    return true;
  });

/**
 * Stores a new draft and returns its id. It is held if its day is.
 * @param replaced the locked draft that it replaces. A draft that was stored since then stays, because its
 * date is taken (`quiz_drafts_quiz_date_key`)
 */
export const storeDraft = async (
  tx: TxContext,
  draft: Omit<drafts.NewQuizDraft, 'questions' | 'createdAt' | 'held' | 'heldReason'> & QuizDraft,
  replaced: drafts.QuizDraftRow | undefined,
): Promise<string> => {
  if (replaced) await drafts.deleteQuizDraft(tx.db, replaced.id);
  const hold = replaced?.held ? replaced : await days.findQuizDay(tx.db, draft.quizDate);
  const quizId = await drafts.insertQuizDraft(tx.db, {
    ...draft,
    held: hold?.held ?? false,
    heldReason: hold?.heldReason ?? null,
    questions: draft.questions.map((question) => ({ ...question, id: crypto.randomUUID() })),
    createdAt: tx.now(),
  });
  await recordQuizAct(tx, 'draft', quizId, [
    { field: 'quizDate', after: draft.quizDate },
    ...(draft.refused ? [{ field: 'refused', after: true }] : []),
  ]);
  return quizId;
};

/** Stores a refused quiz as a draft, unless its date has a quiz or a draft that must stay. */
export const storeRefused = async (
  ctx: CheckedContext,
  quiz: Pick<quizzes.NewQuiz, 'quizDate' | 'editionId' | 'editionTitle'> & {
    editionText: string;
    draft: QuizDraft;
  },
): Promise<void> => {
  const { draft, ...origin } = quiz;
  try {
    await inTransaction(ctx, async (tx) => {
      const present = await drafts.lockQuizDraftByDate(tx.db, quiz.quizDate);
      if (present && !isReplaceable(present)) return;
      if (await quizzes.findQuizIdByDate(tx.db, quiz.quizDate)) return;
      await storeDraft(tx, { ...origin, ...fitDraft(draft), refused: true }, present);
    });
  } catch (error) {
    // Another draft of the date was stored meanwhile.
    if (violatedConstraint(error) !== 'quiz_drafts_quiz_date_key') throw error;
  }
};
