import * as review from '../../db/quiz/corrections.ts';
import { findQuizDraft } from '../../db/quiz/drafts.ts';
import * as quizzes from '../../db/quiz/quiz.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { isUuid } from '../text/uuid.ts';
import { emitEvent } from '../webhooks/events.ts';
import { findProblems } from './checks/problems.ts';
import { requireRevision } from './contents.ts';
import { applyCorrection, invalid } from './corrected-question.ts';
import type { QuizCorrection } from './inputs.ts';
import { recordQuizAct } from './quiz-act.ts';

/**
 * Corrects a question of a published quiz, or annuls it. Attempts with the new correct answer gain it;
 * former correct answers still count (docs/behaviour/quiz.md#corrections). A dry run changes nothing.
 * @param correction.expected the number of attempts in a dry run; up to a tenth more or fewer is accepted,
 * because readers continue to answer
 * @throws AppError `forbidden`, `quiz-not-found`, `quiz-changed`, `quiz-not-published` for a draft;
 * `invalid-request` for an unknown question, an answer that is no option, or an option that is called as
 * another one was; `correction-outdated` with the number of attempts if it differs from the expected one
 */
export const correctQuiz = async (
  ctx: Context,
  id: string,
  correction: QuizCorrection,
): Promise<review.Regraded> => {
  requireRole(ctx, 'editor');
  if (!isUuid(id)) throw new AppError('quiz-not-found');
  const { questionId, expected, dryRun } = correction;
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
    if (!question) throw invalid('questionId is not of this quiz');
    const { corrected, gains } = applyCorrection(question, correction);
    const questions = quiz.questions.map((one) => (one.id === questionId ? corrected : one));
    const [problem] = findProblems({ ...quiz, questions });
    if (problem) throw invalid(problem);
    const regrade = dryRun ? review.countRegrades : review.regradeAttempts;
    const outcome = gains
      ? await regrade(tx.db, { quizId: id, questionId, ...gains })
      : { regraded: 0, passed: 0, days: 0 };
    if (expected !== undefined && Math.abs(outcome.regraded - expected) > expected / 10) {
      throw new AppError('correction-outdated', {
        detail: `${outcome.regraded} attempts would be regraded, not ${expected}`,
        state: String(outcome.regraded),
      });
    }
    if (dryRun) return outcome;
    await review.updateQuestion(tx.db, id, corrected);
    await recordQuizAct(tx, 'correct', id, [
      { field: 'question', after: question.position },
      { field: 'regraded', after: outcome.regraded },
      ...(correction.annul ? [{ field: 'annulled', after: true }] : []),
    ]);
    const { quizDate } = quiz;
    const { annulled } = corrected;
    await emitEvent(tx, 'quiz.corrected', {
      quizId: id,
      quizDate,
      questionId,
      annulled,
      ...outcome,
    });
    return outcome;
  };
  return inTransaction(ctx, correct);
};
