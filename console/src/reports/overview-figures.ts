import type { OutputOf } from '../api/client.ts';
import type { Point } from '../ui/charts/drawing.ts';
import { changeText, numberText, percentText, roundText } from '../ui/format/figures.ts';
import {
  addDays,
  civilToday,
  hoursText,
  isDay,
  mondayOf,
  shortDay,
  spanText,
} from '../ui/format/time.ts';
import { addMonths, type Compared, type Days, earlier, lengthOf } from './period.ts';
import { reportTexts as texts } from './texts.ts';

// Computes the figures of the weekly and monthly overview.

type QuizDay = Pick<
  OutputOf<'quiz.trends'>['days'][number],
  'quizDate' | 'attempts' | 'passed' | 'averageCorrect'
>;

/** The days so far of the week that a date is in, and the same days of the previous week. */
export const daysOfWeek = (asked: string | undefined): Compared => {
  const today = civilToday();
  // A Monday has no finished day in its week, so the previous week is the default.
  const usual = addDays(today, -1);
  const from = mondayOf(isDay(asked) && asked <= today ? asked : usual);
  const end = addDays(from, 6);
  const to = end < today ? end : today;
  return { days: { from, to }, before: { from: addDays(from, -7), to: addDays(to, -7) } };
};

/** The days so far of a month such as `2026-11`, and the same days, or all, of the previous month. */
export const daysOfMonth = (month: string): Compared => {
  const today = civilToday();
  const from = `${month}-01`;
  const end = addDays(addMonths(from, 1), -1);
  const isOver = end < today;
  const days = { from, to: isOver ? end : today };
  return { days, before: earlier(isOver ? 'lastMonth' : 'month', days, 'day') };
};

type Fact = readonly [label: string, value: string, why?: string];

const compared = (span: Days, now: number, then: number): string =>
  texts.compared(spanText(span), numberText(then), changeText(now, then));

/** The sum of some days' figures. */
const sumOf = (figures: readonly (number | null)[]): number =>
  figures.reduce<number>((all, figure) => all + (figure ?? 0), 0);

/**
 * The total of the finished days, compared with that of the previous period; today's figure is apart. `now`
 * and `then` have a figure for each day.
 */
export const totals = (
  label: string,
  finished: Compared,
  now: readonly (number | null)[],
  then: readonly (number | null)[],
): Fact => {
  const length = lengthOf(finished.days);
  const today = now[length] ?? null;
  if (length < 1) return [label, today === null ? '–' : numberText(today), texts.soFar];
  const total = sumOf(now.slice(0, length));
  const before = sumOf(then.slice(0, lengthOf(finished.before)));
  const why = compared(finished.before, total, before);
  return [label, numberText(total), today === null ? why : texts.andToday(why, numberText(today))];
};

type Times = OutputOf<'reports.responseTimes'>['items'][number];

/** The median time to first reply, with the 90th percentile; a dash if there was none. */
export const firstReply = (
  times: Pick<Times, 'firstReplyMedianSeconds' | 'firstReplyP90Seconds'> | undefined,
): Fact => {
  const median = times?.firstReplyMedianSeconds ?? null;
  if (median === null) return [texts.firstReply, '–', texts.noReplies];
  const most = hoursText(times?.firstReplyP90Seconds ?? median);
  return [texts.firstReply, hoursText(median), texts.medianAndMost(most)];
};

/** The pass rate and the average number of right answers. */
export const results = (days: readonly QuizDay[]): Fact => {
  const attempts = days.reduce((all, day) => all + day.attempts, 0);
  if (attempts === 0) return [texts.passed, '–', texts.noAttempts];
  const passed = days.reduce((all, day) => all + day.passed, 0);
  const correct = days.reduce((all, day) => all + day.averageCorrect * day.attempts, 0);
  const average = texts.average(roundText(correct / attempts));
  return [texts.passed, percentText(passed / attempts), average];
};

type PerDay = OutputOf<'streaks.overview'>['perDay'];

/** The average number of daily readers on the finished days, compared with the previous period. */
export const readersPerDay = (all: PerDay, { days, before }: Compared): Fact => {
  if (lengthOf(days) < 1) return [texts.readersPerDay, '–', texts.noFinishedDay];
  const mean = ({ from, to }: Days): number => {
    const within = all.filter(({ day }) => day >= from && day <= to);
    return Math.round(sumOf(within.map(({ readers }) => readers)) / (within.length || 1));
  };
  const [now, then] = [mean(days), mean(before)];
  return [texts.readersPerDay, numberText(now), compared(before, now, then)];
};

/** The number of attempts on each day; null on a day without a quiz. */
export const perDay = (quizzes: readonly QuizDay[], days: Days): (number | null)[] =>
  Array.from(
    { length: lengthOf(days) },
    (_, n) => quizzes.find(({ quizDate }) => quizDate === addDays(days.from, n))?.attempts ?? null,
  );

/**
 * The points of a chart: each day beside the same day of the previous period. A week's days have their
 * names.
 */
export const pointsOf = (
  { days, before }: Compared,
  now: readonly (number | null)[],
  former: readonly (number | null)[],
): Point[] =>
  // The previous month may have more days than this one.
  Array.from({ length: Math.max(lengthOf(days), lengthOf(before), 0) }, (_, n) => {
    const day = addDays(days.from, n);
    const text = shortDay(day > days.to ? addDays(before.from, n) : day);
    const label = lengthOf(days) > 7 ? text : `${texts.weekdays[n]} ${text}`;
    return [label, now[n] ?? null, former[n] ?? null];
  });
