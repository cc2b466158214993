import * as review from '../../db/quiz/corrections.ts';
import { findQuizDraft } from '../../db/quiz/drafts.ts';
import * as quizzes from '../../db/quiz/quiz.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { isUuid } from '../text/uuid.ts';
import { normalizeText } from './checks/normalize.ts';
import { findProblems } from './checks/problems.ts';
import { requireRevision } from './contents.ts';
import type { QuizCorrection } from './inputs.ts';
import { recordQuizAct } from './quiz-act.ts';

/**
 * Corrects a question of a published quiz. Attempts with the new correct answer gain it; former correct
 * answers still count (docs/behaviour/quiz.md#quiz). Returns how many attempts gained it and how many of
 * them now pass. A dry run changes nothing.
 * @param correction.expected the number of attempts in a dry run; up to a tenth more or fewer is accepted,
 * because readers continue to answer
 * @throws AppError `forbidden`, `quiz-not-found`, `quiz-changed`, `quiz-not-published` for a draft;
 * `invalid-request` for an unknown question or an answer that is no option; `correction-outdated` with the
 * number of attempts if it differs from the expected one
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
    // Readers can submit while a dry run counts.
    if (!dryRun) await review.lockQuiz(tx.db, id);
    const quiz = await quizzes.findQuizContents(tx.db, id);
    if (!quiz) {
      throw new AppError(
        (await findQuizDraft(tx.db, id)) ? 'quiz-not-published' : 'quiz-not-found',
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
