import * as drafts from '../../../db/quiz/drafts.ts';
import * as quizzes from '../../../db/quiz/quiz.ts';
import type { FieldChange } from '../../audit/service.ts';
import { civilDayOf } from '../../core/civil-time.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { isUuid } from '../../text/uuid.ts';
import { examine, findRefusals } from '../checks/findings.ts';
import { fitQuestion, normalizeText } from '../checks/normalize.ts';
import { requireRevision } from '../contents.ts';
import type { QuizEdit, QuizHold } from '../inputs.ts';
import type { EditedQuiz } from '../outputs.ts';
import { recordQuizAct } from '../quiz-act.ts';
import { storeHold } from './store.ts';

/**
 * Edits the questions (found by their ids) of today's draft and their order. Incomplete drafts are stored
 * too: `findings` lists what prevents publishing. A dry run changes nothing.
 * @throws AppError `forbidden`, `quiz-not-found`, `quiz-changed`, `quiz-not-a-draft` if it is published or
 * of another day; `invalid-request` for questions that are not of this quiz
 */
export const editQuiz = async (ctx: Context, id: string, edit: QuizEdit): Promise<EditedQuiz> => {
  requireRole(ctx, 'editor');
  const change = async (tx: TxContext): Promise<EditedQuiz> => {
    const draft = await lockDraftOfToday(tx, id, edit.revision);
    const questions = withEdits(draft.questions, edit.questions ?? []);
    return saveDraft(tx, draft, {
      title: normalizeText(edit.title ?? draft.title),
      description: normalizeText(edit.description ?? draft.description),
      questions: edit.order ? inOrder(questions, edit.order) : questions,
    });
  };
  return inTransaction(ctx, change, { dryRun: edit.dryRun });
};

/** Stores an editor's change; a refused draft without findings is no longer refused. */
export const saveDraft = async (
  tx: TxContext,
  draft: drafts.QuizDraftRow,
  changes: Partial<Pick<drafts.QuizDraftRow, 'title' | 'description' | 'questions'>>,
  verb = 'edit',
  recorded: FieldChange[] = [],
): Promise<EditedQuiz> => {
  const edited = { ...draft, ...changes };
  const refused = draft.refused && findRefusals(edited).length > 0;
  const revision = await drafts.updateQuizDraft(tx.db, draft.id, {
    ...changes,
    refused,
    editedAt: tx.now(),
  });
  await recordQuizAct(tx, verb, draft.id, recorded);
  const { findings, warnings } = examine({ ...edited, refused });
  const { editionText: _, editedAt: __, ...rest } = edited;
  return { ...rest, refused, revision, findings, problems: findings, warnings };
};

const withEdits = (
  questions: readonly drafts.DraftQuestion[],
  edits: NonNullable<QuizEdit['questions']>,
): drafts.DraftQuestion[] => {
  const unknown = edits.find((edit) => !questions.some(({ id }) => id === edit.id));
  if (unknown) throw new AppError('invalid-request', { detail: 'questions has an unknown id' });
  return questions.map((question) => {
    const edit = edits.find(({ id }) => id === question.id);
    if (!edit) return question;
    const edited = fitQuestion({
      question: edit.question ?? question.question,
      options: edit.options ?? question.options,
      correctAnswer: edit.correctAnswer ?? question.correctAnswer,
      explanation: edit.explanation ?? question.explanation,
    });
    return { ...edited, id: question.id };
  });
};

const inOrder = (
  questions: readonly drafts.DraftQuestion[],
  order: readonly string[],
): drafts.DraftQuestion[] => {
  const ordered = order.flatMap((id) => questions.find((question) => question.id === id) ?? []);
  if (ordered.length !== questions.length || new Set(order).size !== order.length) {
    throw new AppError('invalid-request', { detail: 'order must have the id of each question' });
  }
  return ordered;
};

/**
 * Prevents the drafts of a draft's day from being published at noon, or allows it again.
 * @throws AppError `forbidden`, `quiz-not-found`, `quiz-changed`, `quiz-not-a-draft` if it is published
 */
export const holdQuiz = async (
  ctx: Context,
  id: string,
  { held, reason, revision }: QuizHold,
): Promise<void> => {
  requireRole(ctx, 'editor');
  await inTransaction(ctx, async (tx) => {
    const draft = await lockDraft(tx, id, revision);
    await storeHold(tx, draft, { held, heldReason: held ? (reason ?? null) : null });
  });
};

/**
 * Locks and returns a draft.
 * @throws AppError `quiz-not-found`, `quiz-changed`, `quiz-not-a-draft` if it is published
 */
export const lockDraft = async (
  tx: TxContext,
  id: string,
  revision: number | undefined,
): Promise<drafts.QuizDraftRow> => {
  if (!isUuid(id)) throw new AppError('quiz-not-found');
  const draft = await drafts.lockQuizDraft(tx.db, id);
  if (draft) {
    requireRevision(draft.revision, revision);
    return draft;
  }
  const published = await quizzes.findQuizContents(tx.db, id);
  throw published
    ? new AppError('quiz-not-a-draft', { state: 'published' })
    : new AppError('quiz-not-found');
};

/** Locks a draft like {@link lockDraft}; refuses one of another day with the state `outdated`. */
export const lockDraftOfToday = async (
  tx: TxContext,
  id: string,
  revision: number | undefined,
): Promise<drafts.QuizDraftRow> => {
  const draft = await lockDraft(tx, id, revision);
  if (draft.quizDate !== civilDayOf(tx.now())) {
    throw new AppError('quiz-not-a-draft', { state: 'outdated' });
  }
  return draft;
};
