import type { OutputOf } from '../api/client.ts';
import type { Point } from '../ui/charts/drawing.ts';
import { changeText, numberText, percentText, roundText } from '../ui/format/figures.ts';
import { addDays, hoursText, shortDay, spanText, weekdayOf } from '../ui/format/time.ts';
import { type Compared, type Days, lengthOf } from './period.ts';
import { reportTexts as texts } from './texts.ts';

// Computes the figures of the overview.

export type QuizDay = Pick<
  OutputOf<'quiz.trends'>['days'][number],
  'quizDate' | 'attempts' | 'passed' | 'averageCorrect'
>;

type Fact = readonly [label: string, value: string, why?: string];

export type Figures = readonly (number | null)[];

const sumOf = (figures: Figures): number =>
  figures.reduce<number>((all, figure) => all + (figure ?? 0), 0);

/** The rounded mean; null if the service does not know all figures. */
export const meanOf = (figures: Figures): number | null =>
  figures.includes(null) ? null : Math.round(sumOf(figures) / figures.length);

/**
 * The total of the finished days, compared with that of the previous period; today's figure is apart. `now`
 * and `then` have a figure for each day.
 */
export const totals = (
  label: string,
  finished: Compared,
  now: Figures,
  then: Figures,
  totalOf: (figures: Figures) => number | null = sumOf,
): Fact => {
  const length = lengthOf(finished.days);
  const today = now[length] ?? null;
  if (length < 1) return [label, today === null ? '–' : numberText(today), texts.soFar];
  const total = totalOf(now.slice(0, length));
  if (total === null) return [label, '–', texts.uncounted];
  const before = totalOf(then.slice(0, lengthOf(finished.before)));
  const why =
    before === null
      ? texts.uncounted
      : texts.compared(spanText(finished.before), numberText(before), changeText(total, before));
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

/** Gives the value of each day of a period; null on a day without one, such as a day without a quiz. */
export const perDay = (values: readonly (readonly [day: string, value: number | null])[]) => {
  const known = new Map(values);
  return (days: Days): Figures =>
    Array.from({ length: lengthOf(days) }, (_, n) => known.get(addDays(days.from, n)) ?? null);
};

/** The pass rate in percent, to one decimal; null without attempts. */
export const passRate = ({ attempts, passed }: QuizDay): number | null =>
  attempts === 0 ? null : Math.round((1_000 * passed) / attempts) / 10;

/**
 * The points of a chart: each day beside the same day of the previous period. A week's days have their
 * names.
 */
export const pointsOf = ({ days, before }: Compared, now: Figures, former: Figures): Point[] =>
  // The previous month may have more days than this one.
  Array.from({ length: Math.max(lengthOf(days), lengthOf(before), 0) }, (_, n) => {
    const own = addDays(days.from, n);
    const day = own > days.to ? addDays(before.from, n) : own;
    const label = lengthOf(days) > 7 ? shortDay(day) : `${weekdayOf(day)} ${shortDay(day)}`;
    return [label, now[n] ?? null, former[n] ?? null];
  });

interface Report {
  cache: { hit: false } | { hit: true; age: number };
}

/** The age of the oldest of some reports when they were loaded, in milliseconds. */
export const ageOf = (reports: readonly Report[]): number =>
  1_000 * Math.max(...reports.map(({ cache }) => (cache.hit ? cache.age : 0)));
