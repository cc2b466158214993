import { listLatestRuns } from '../../db/jobs/jobs.ts';
import { findQuizDraftByDate } from '../../db/quiz/drafts.ts';
import { listQuizzesOfDays } from '../../db/quiz/quiz.ts';
import { civilDayOf } from '../core/civil-time.ts';
import { type Context, requireRole } from '../core/context.ts';
import { parseSchedule } from '../jobs/schedule.ts';
import { examine, isFinished } from './checks/findings.ts';
import type { QuizOfToday } from './outputs.ts';

const noon = parseSchedule('0 12 * * *');

/** Returns the state of today's quiz (São Paulo); `missing` if readers have none after noon. */
export const getQuizOfToday = async (ctx: Context): Promise<QuizOfToday> => {
  requireRole(ctx, 'editor');
  const quizDate = civilDayOf(ctx.now());
  const [[quiz], draft, [run]] = await Promise.all([
    listQuizzesOfDays(ctx.db, { from: quizDate, to: quizDate }),
    findQuizDraftByDate(ctx.db, quizDate),
    listLatestRuns(ctx.db, ['daily-quiz']),
  ]);
  const isPastNoon = civilDayOf(noon.next(ctx.now())) !== quizDate;
  const missing = isPastNoon && (quiz === undefined || quiz.unpublished);
  const isOfToday = run !== undefined && civilDayOf(run.scheduledFor) === quizDate;
  const error = (isOfToday && run.doneAt === null && run.error) || null;
  const reasonOf = (): QuizOfToday['reason'] => {
    if (quiz) return 'unpublished';
    if (draft?.refused) return 'refused';
    if (draft && !isFinished(draft)) return 'unfinished';
    if (draft) return draft.held ? 'held' : 'waiting';
    return error === null ? 'not-generated' : 'failed';
  };
  return {
    quizDate,
    missing,
    reason: missing ? reasonOf() : null,
    error,
    findings: draft && !quiz ? examine(draft).findings : [],
    quizId: quiz?.id ?? draft?.id ?? null,
  };
};
