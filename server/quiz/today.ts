import { listLatestRuns } from '../../db/jobs/jobs.ts';
import { findQuizDay, type StoredFailure } from '../../db/quiz/days.ts';
import { findQuizDraftByDate } from '../../db/quiz/drafts.ts';
import { listQuizzesOfDays } from '../../db/quiz/quiz.ts';
import { civilDayOf } from '../core/civil-time.ts';
import { type Context, requireRole } from '../core/context.ts';
import { parseSchedule, type Schedule } from '../jobs/schedule.ts';
import { examine, isFinished } from './checks/findings.ts';
import { QuizFailureReason, type QuizMissingReason, type QuizOfToday } from './outputs.ts';

const noon = parseSchedule('0 12 * * *');
const lastRetry = parseSchedule('0 18 * * *');

/**
 * Returns the state of today's quiz (São Paulo); `missing` if readers have none after noon. `isSettled` says
 * that the job at noon is not about to publish it.
 */
export const getQuizOfToday = async (
  ctx: Context,
): Promise<QuizOfToday & { isSettled: boolean }> => {
  requireRole(ctx, 'editor');
  const quizDate = civilDayOf(ctx.now());
  const [[quiz], draft, day, [run]] = await Promise.all([
    listQuizzesOfDays(ctx.db, { from: quizDate, to: quizDate }),
    findQuizDraftByDate(ctx.db, quizDate),
    findQuizDay(ctx.db, quizDate),
    listLatestRuns(ctx.db, ['daily-quiz']),
  ]);
  const isPast = (time: Schedule) => civilDayOf(time.next(ctx.now())) !== quizDate;
  const missing = isPast(noon) && (quiz === undefined || quiz.unpublished);
  const isOfToday = run !== undefined && civilDayOf(run.scheduledFor) === quizDate;
  const error = (isOfToday && run.doneAt === null && run.error) || null;
  const hold = draft?.held ? draft : !draft && day?.held ? day : undefined;
  const reasonOf = (): QuizMissingReason => {
    if (quiz) return 'unpublished';
    if (draft?.refused) return 'refused';
    if (draft && !isFinished(draft)) return 'unfinished';
    if (hold) return 'held';
    if (draft) return 'waiting';
    return error === null ? 'not-generated' : 'failed';
  };
  return {
    quizDate,
    missing,
    reason: missing ? reasonOf() : null,
    error,
    isSettled: isOfToday ? !run.held : isPast(lastRetry),
    lastFailure: quiz || !day?.failure ? null : failureOf(day.failure),
    held: !quiz && hold ? { reason: hold.heldReason } : null,
    findings: draft && !quiz ? examine(draft).findings : [],
    quizId: quiz?.id ?? draft?.id ?? null,
  };
};

const failureOf = ({ at, reason, edition }: StoredFailure): QuizOfToday['lastFailure'] => ({
  at,
  reason: QuizFailureReason.parse(reason),
  ...(edition !== null && { edition }),
});
