import * as review from '../../db/quiz/corrections.ts';
import { deleteQuizDraftByDate, lockQuizDraft } from '../../db/quiz/drafts.ts';
import * as quizzes from '../../db/quiz/quiz.ts';
import { civilDayOf } from '../core/civil-time.ts';
import { type ConfirmOptions, type Counted, counted, onlyCounts } from '../core/confirm.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../core/context.ts';
import { AppError, mapConstraintErrors, orThrow } from '../core/errors.ts';
import { isUuid } from '../text/uuid.ts';
import { emitEvent } from '../webhooks/events.ts';
import { examine } from './checks/findings.ts';
import { requireRevision } from './contents.ts';
import { recordQuizAct } from './quiz-act.ts';

/**
 * Stores a quiz for readers in place of its date's draft and returns its id; every quiz is first published
 * here.
 * @throws a violation of `quizzes_quiz_date_key` if its date already has a quiz
 */
export const storePublished = async (
  tx: TxContext,
  quiz: quizzes.NewQuiz,
  verb: 'publish' | 'generate',
): Promise<string> => {
  const id = await quizzes.insertQuiz(tx.db, quiz);
  await deleteQuizDraftByDate(tx.db, quiz.quizDate);
  const { quizDate, title } = quiz;
  await recordQuizAct(tx, verb, id, [{ field: 'quizDate', after: quizDate }]);
  await emitEvent(tx, 'quiz.published', { quizId: id, quizDate, title });
  return id;
};

/**
 * Publishes today's draft, at any hour and even if it is held, or a quiz that was unpublished
 * (docs/behaviour/quiz.md#quiz). The job at noon passes `unlessHeld`.
 * @throws AppError `forbidden`, `quiz-not-found`, `quiz-changed`, `quiz-already-generated`;
 * `quiz-not-a-draft` with the state of one that is published, held (for the job) or of another day;
 * `quiz-unfinished` with its first finding
 */
export const publishQuiz = async (
  ctx: Context,
  id: string,
  { unlessHeld = false, revision }: { unlessHeld?: boolean; revision?: number | undefined } = {},
): Promise<{ quizId: string }> => {
  requireRole(ctx, 'editor');
  if (!isUuid(id)) throw new AppError('quiz-not-found');
  return mapConstraintErrors({ quizzes_quiz_date_key: 'quiz-already-generated' }, () =>
    inTransaction(ctx, async (tx) => {
      const draft = await lockQuizDraft(tx.db, id);
      if (!draft) return republish(tx, id, revision);
      requireRevision(draft.revision, revision);
      if (unlessHeld && draft.held) throw new AppError('quiz-not-a-draft', { state: 'held' });
      if (draft.quizDate !== civilDayOf(tx.now())) {
        throw new AppError('quiz-not-a-draft', { state: 'outdated' });
      }
      const [detail] = examine(draft).findings;
      if (detail !== undefined) throw new AppError('quiz-unfinished', { detail });
      return { quizId: await storePublished(tx, draft, 'publish') };
    }),
  );
};

const republish = async (
  tx: TxContext,
  id: string,
  revision: number | undefined,
): Promise<{ quizId: string }> => {
  const quiz = orThrow(await review.lockQuiz(tx.db, id), 'quiz-not-found');
  requireRevision(quiz.revision, revision);
  if (!quiz.unpublished) throw new AppError('quiz-not-a-draft', { state: 'published' });
  await review.updateUnpublished(tx.db, id, null);
  await recordQuizAct(tx, 'publish', id);
  return { quizId: id };
};

const outdated = { code: 'correction-outdated', what: 'attempts were made' } as const;

/**
 * Hides a quiz from readers. Results of attempts, and the days that they credited, stay. If it has attempts,
 * this only counts them unless `expected` is the total.
 * @throws AppError `forbidden`, `quiz-not-found`, `quiz-changed`; `correction-outdated` if the total differs
 * from `expected`
 */
export const unpublishQuiz = async (
  ctx: Context,
  id: string,
  {
    reason,
    revision,
    ...confirm
  }: { reason: string; revision?: number | undefined } & ConfirmOptions,
): Promise<Counted> => {
  requireRole(ctx, 'editor');
  if (!isUuid(id)) throw new AppError('quiz-not-found');
  return inTransaction(ctx, async (tx) => {
    const quiz = orThrow(await review.lockQuiz(tx.db, id), 'quiz-not-found');
    requireRevision(quiz.revision, revision);
    const attempts = await review.countAttempts(tx.db, id);
    const unpublished = counted(false, [{ kind: 'attempts', count: attempts }]);
    if (quiz.unpublished) return unpublished;
    // A quiz without attempts needs no total.
    const expected = confirm.expected ?? (attempts === 0 ? 0 : undefined);
    if (onlyCounts(attempts, { ...confirm, expected }, outdated)) {
      return { ...unpublished, dryRun: true };
    }
    await review.updateUnpublished(tx.db, id, { at: tx.now(), reason });
    await recordQuizAct(tx, 'unpublish', id, [{ field: 'reason', after: reason }]);
    return unpublished;
  });
};
