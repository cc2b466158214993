import { type ResponseTimes, selectResponseTimes } from '../../db/reports/response-times.ts';
import { summarizeTickets } from '../../db/reports/summary.ts';
import { listReaderWeeks, type ReaderWeek } from '../../db/streaks/weeks.ts';
import { addDays, civilDayOf, minuteMs, mondayOf } from '../core/civil-time.ts';
import { type Context, readFromReplica, requireRole } from '../core/context.ts';
import { getQuizTrends, type QuizDay } from '../quiz/results/trends.ts';
import { WeekSummary } from './outputs.ts';

export type { WeekSummary };

const counted = WeekSummary.pick({ tickets: true, firstReplies: true, readers: true });

/**
 * Returns tickets, first replies, quizzes and readers of a civil day's week, by default the last complete
 * week; at most ten minutes old.
 */
export const summarizeWeek = async (
  ctx: Context,
  asked: { week?: string | undefined } = {},
): Promise<WeekSummary> => {
  requireRole(ctx, 'editor');
  const today = civilDayOf(ctx.now());
  const week = mondayOf(asked.week ?? addDays(today, -7));
  const days = { before: addDays(week, -7), from: week, to: addDays(week, 6) };
  const { value, loadedAt } = await ctx.cache.reports.getOrLoad(`summary:${week}`, {
    schema: counted,
    load: () =>
      readFromReplica(ctx, async (db) => ({
        tickets: await summarizeTickets(db, days),
        firstReplies: firstRepliesOf(await selectResponseTimes(db, { ...days, by: 'all' })),
        readers: summarizeReaders(await listReaderWeeks(db, { from: days.before, to: week }), days),
      })),
    expiresAt: (loadedAt) => new Date(loadedAt.getTime() + 10 * minuteMs),
  });
  const trends = await getQuizTrends(ctx, { from: days.before, to: days.to });
  const quizzes = trends.days.filter(({ quizDate }) => quizDate >= week);
  const earlier = trends.days.filter(({ quizDate }) => quizDate < week);
  const attempts = sum(quizzes, (day) => day.attempts);
  return {
    ...value,
    week,
    to: days.to,
    finished: days.to < today,
    countedAt: loadedAt,
    quiz: {
      quizzes: quizzes.length,
      attempts,
      attemptsBefore: sum(earlier, (day) => day.attempts),
      passed: sum(quizzes, (day) => day.passed),
      averageCorrect:
        attempts === 0 ? 0 : sum(quizzes, (day) => day.averageCorrect * day.attempts) / attempts,
      hardest: hardestOf(quizzes),
    },
  };
};

const firstRepliesOf = ([all]: readonly ResponseTimes[]): WeekSummary['firstReplies'] => ({
  count: all?.firstReplies ?? 0,
  medianSeconds: all?.firstReplyMedianSeconds ?? null,
  p90Seconds: all?.firstReplyP90Seconds ?? null,
});

const summarizeReaders = (
  rows: readonly ReaderWeek[],
  { before, from }: { before: string; from: string },
): WeekSummary['readers'] => {
  const readersOf = (isWanted: (row: ReaderWeek) => boolean) =>
    rows.filter(isWanted).reduce((total, { readers }) => total + readers, 0);
  return {
    active: readersOf(({ week }) => week === from),
    activeBefore: readersOf(({ week }) => week === before),
    arrived: readersOf(({ firstWeek }) => firstWeek === from),
  };
};

const sum = (days: readonly QuizDay[], of: (day: QuizDay) => number): number =>
  days.reduce((total, day) => total + of(day), 0);

const hardestOf = (days: readonly QuizDay[]): WeekSummary['quiz']['hardest'] => {
  const all = days.flatMap(({ quizDate, hardest }) => (hardest ? [{ quizDate, ...hardest }] : []));
  return all.toSorted((a, b) => a.correctRate - b.correctRate)[0] ?? null;
};
