import * as quizzes from '../../db/quiz/quiz.ts';
import * as review from '../../db/quiz/review.ts';
import { recordAct } from '../audit/service.ts';
import { civilDayOf } from '../civil-time.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../context.ts';
import { AppError, mapConstraintErrors } from '../errors.ts';
import { isUuid } from '../text/uuid.ts';
import { requireRevision } from './contents.ts';
import { findProblems, normalizeQuestion, normalizeText, quizMaterial } from './draft.ts';
import { findGiveaways, findUnsupportedAnswers } from './gate.ts';
import { composeQuiz, type Generation } from './generate.ts';
import type { QuizCorrection, QuizEdit, QuizHold } from './inputs.ts';

/**
 * Generates today's quiz as a draft, which readers do not see (docs/behaviour.md#quiz). Overwriting
 * replaces today's draft.
 *
 * @throws AppError `forbidden`, `quiz-already-generated` (published, or a draft that is not
 * overwritten), and as `generateQuiz`
 */
export const draftQuiz = async (
  ctx: Context,
  generation: Generation = {},
): Promise<{ quizId: string }> => {
  requireRole(ctx, 'editor');
  const { overwrite = false } = generation;
  const quizDate = civilDayOf(ctx.now());
  const exists = await review.findQuizDraftByDate(ctx.db, quizDate);
  if (exists && !overwrite) throw new AppError('quiz-already-generated');
  const quiz = await composeQuiz(ctx, { ...generation, overwrite: false });
  return mapConstraintErrors({ quiz_drafts_quiz_date_key: 'quiz-already-generated' }, () =>
    inTransaction(ctx, async (tx) => {
      if (await quizzes.findQuizIdByDate(tx.db, quizDate)) {
        throw new AppError('quiz-already-generated');
      }
      if (overwrite) await review.deleteQuizDraftByDate(tx.db, quizDate);
      const questions = quiz.questions.map((question) => ({
        ...question,
        id: crypto.randomUUID(),
      }));
      const quizId = await review.insertQuizDraft(tx.db, {
        ...quiz,
        questions,
        createdAt: tx.now(),
      });
      await recordQuizAct(tx, 'draft', quizId, [{ field: 'quizDate', after: quizDate }]);
      return { quizId };
    }),
  );
};

/** A draft as it would be, with what is wrong with it. */
export interface EditedQuiz extends Omit<review.QuizDraftRow, 'editionText'> {
  /** Why it is refused; empty unless it is a dry run. */
  problems: string[];
  /**
   * What an editor should look at again: answers that the edition does not support, or another
   * question gives away.
   */
  warnings: string[];
}

/**
 * Edits a draft and its questions, found by their ids. The result must have the form of a generated
 * quiz. A dry run changes nothing and returns every problem.
 *
 * @throws AppError `forbidden`, `quiz-not-found`, `quiz-changed`, `quiz-not-a-draft` if it is
 * published; `invalid-request` with the first rule that
 *   is broken
 */
export const editQuiz = async (ctx: Context, id: string, edit: QuizEdit): Promise<EditedQuiz> => {
  requireRole(ctx, 'editor');
  const change = async (tx: TxContext): Promise<EditedQuiz> => {
    const draft = await lockDraft(tx, id, edit.revision);
    const edited = {
      title: normalizeText(edit.title ?? draft.title),
      description: normalizeText(edit.description ?? draft.description),
      questions: withEdits(draft.questions, edit.questions ?? []),
    };
    const { editionText: _, ...rest } = draft;
    const problems = findProblems(edited);
    const warnings = warningsOf(draft, edited);
    const [problem] = problems;
    if (problem) {
      if (edit.dryRun) return { ...rest, ...edited, problems, warnings };
      throw new AppError('invalid-request', { detail: problem });
    }
    const questions = edited.questions.map((question) => ({
      ...normalizeQuestion(question),
      id: question.id,
    }));
    const revision = await review.updateQuizDraft(tx.db, id, { ...edited, questions });
    await recordQuizAct(tx, 'edit', id);
    return { ...rest, ...edited, questions, revision, problems, warnings };
  };
  return inTransaction(ctx, change, { dryRun: edit.dryRun });
};

const warningsOf = (
  { editionTitle, editionText }: review.QuizDraftRow,
  edited: Pick<review.QuizDraftRow, 'title' | 'description' | 'questions'>,
): string[] => [
  ...(editionText === null
    ? []
    : findUnsupportedAnswers(edited, quizMaterial({ title: editionTitle }, editionText))),
  ...findGiveaways(edited),
];

const withEdits = (
  questions: readonly review.DraftQuestion[],
  edits: NonNullable<QuizEdit['questions']>,
): review.DraftQuestion[] => {
  const unknown = edits.find((edit) => !questions.some(({ id }) => id === edit.id));
  if (unknown) throw new AppError('invalid-request', { detail: 'questions has an unknown id' });
  return questions.map((question) => {
    const edit = edits.find(({ id }) => id === question.id);
    return {
      id: question.id,
      question: edit?.question ?? question.question,
      options: edit?.options ?? question.options,
      correctAnswer: edit?.correctAnswer ?? question.correctAnswer,
      explanation: edit?.explanation ?? question.explanation,
    };
  });
};

/**
 * Keeps a draft from being published at noon, or allows it again.
 *
 * @throws AppError `forbidden`, `quiz-not-found`, `quiz-changed`, `quiz-not-a-draft` if it is
 * published
 */
export const holdQuiz = async (
  ctx: Context,
  id: string,
  { held, reason, revision }: QuizHold,
): Promise<void> => {
  requireRole(ctx, 'editor');
  await inTransaction(ctx, async (tx) => {
    const draft = await lockDraft(tx, id, revision);
    await review.updateQuizDraft(tx.db, id, { held, heldReason: held ? (reason ?? null) : null });
    await recordQuizAct(tx, 'hold', id, [{ field: 'held', before: draft.held, after: held }]);
  });
};

/**
 * Corrects a question of a published quiz. Attempts that gave the new correct answer gain it;
 * answers that were correct before still count (docs/behaviour.md#quiz). Returns how many attempts
 * gained, and how many of them pass by it. A dry run changes nothing.
 *
 * @param correction.expected how many attempts a dry run counted. Readers go on answering: up to a
 * tenth more or fewer is the same.
 * @throws AppError `forbidden`, `quiz-not-found`, `quiz-changed`, `quiz-not-published` for a draft;
 * `invalid-request` for an unknown question or
 *   an answer that is no option; `correction-outdated` with the number of attempts if it is not the expected one
 */
export const correctQuiz = async (
  ctx: Context,
  id: string,
  correction: QuizCorrection,
): Promise<{ regraded: number; passed: number }> => {
  requireRole(ctx, 'editor');
  if (!isUuid(id)) throw new AppError('quiz-not-found');
  const { questionId, correctAnswer, expected, dryRun } = correction;
  const correct = async (tx: TxContext) => {
    // Readers go on submitting while a dry run counts.
    if (!dryRun) await review.lockQuiz(tx.db, id);
    const quiz = await quizzes.findQuizContents(tx.db, id);
    if (!quiz) {
      throw new AppError(
        (await review.findQuizDraft(tx.db, id)) ? 'quiz-not-published' : 'quiz-not-found',
      );
    }
    requireRevision(quiz.revision, correction.revision);
    const question = quiz.questions.find((one) => one.id === questionId);
    if (!question)
      throw new AppError('invalid-request', { detail: 'questionId is not of this quiz' });
    const corrected = {
      ...question,
      question: normalizeText(correction.question ?? question.question),
      explanation: normalizeText(correction.explanation ?? question.explanation),
      correctAnswer: correctAnswer ?? question.correctAnswer,
    };
    const questions = quiz.questions.map((one) => (one.id === questionId ? corrected : one));
    const [problem] = findProblems({ ...quiz, questions });
    if (problem || !question.options.includes(corrected.correctAnswer)) {
      const detail = problem ?? 'correctAnswer is none of the options';
      throw new AppError('invalid-request', { detail });
    }
    const isNew = corrected.correctAnswer !== question.correctAnswer;
    const counted = question.formerAnswers.includes(corrected.correctAnswer);
    const regrade = dryRun ? review.countRegrades : review.regradeAttempts;
    const outcome =
      isNew && !counted
        ? await regrade(tx.db, { quizId: id, questionId, answer: corrected.correctAnswer })
        : { regraded: 0, passed: 0 };
    if (expected !== undefined && Math.abs(outcome.regraded - expected) > expected / 10) {
      throw new AppError('correction-outdated', {
        detail: `${outcome.regraded} attempts would be regraded, not ${expected}`,
        state: String(outcome.regraded),
      });
    }
    if (dryRun) return outcome;
    await review.updateQuestion(
      tx.db,
      { quizId: id, id: questionId },
      {
        question: corrected.question,
        explanation: corrected.explanation,
        ...(isNew && { correctAnswer: corrected.correctAnswer }),
      },
    );
    await recordQuizAct(tx, 'correct', id, [
      { field: 'question', after: question.position },
      { field: 'regraded', after: outcome.regraded },
    ]);
    return outcome;
  };
  return inTransaction(ctx, correct);
};

const lockDraft = async (
  tx: TxContext,
  id: string,
  revision: number | undefined,
): Promise<review.QuizDraftRow> => {
  if (!isUuid(id)) throw new AppError('quiz-not-found');
  const draft = await review.lockQuizDraft(tx.db, id);
  if (draft) {
    requireRevision(draft.revision, revision);
    return draft;
  }
  const published = await quizzes.findQuizContents(tx.db, id);
  throw published
    ? new AppError('quiz-not-a-draft', { state: 'published' })
    : new AppError('quiz-not-found');
};

const recordQuizAct = (
  tx: TxContext,
  verb: string,
  id: string,
  changes: { field: string; before?: unknown; after?: unknown }[] = [],
): Promise<void> => recordAct(tx, { action: `quiz.${verb}`, target: `quiz:${id}`, changes });
