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
import { addMonths, type Days, lengthOf } from './period.ts';
import { reportTexts as texts } from './texts.ts';

// Computes the figures of the weekly and monthly overview.

type QuizDay = Pick<
  OutputOf<'quiz.trends'>['days'][number],
  'quizDate' | 'attempts' | 'passed' | 'averageCorrect'
>;

interface Compared {
  days: Days;
  before: Days;
}

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
  if (end < today) {
    return {
      days: { from, to: end },
      before: { from: addMonths(from, -1), to: addDays(from, -1) },
    };
  }
  return {
    days: { from, to: today },
    before: { from: addMonths(from, -1), to: addMonths(today, -1) },
  };
};

/** The days up to and including `last`. */
const until = ({ from, to }: Days, last: string): Days => ({ from, to: last < to ? last : to });

/**
 * The quizzes of a period and of the previous one, and the compared days: a day without a quiz yet is not
 * compared.
 */
export const quizzesOf = <Day extends QuizDay>(all: readonly Day[], { days, before }: Compared) => {
  const quizzes = all.filter(({ quizDate }) => quizDate >= days.from);
  const isMissing = days.to === civilToday() && quizzes.at(-1)?.quizDate !== days.to;
  const own = isMissing ? until(days, addDays(days.to, -1)) : days;
  const former = isMissing ? until(before, addDays(before.from, lengthOf(own) - 1)) : before;
  const earlier = all.filter(({ quizDate }) => quizDate <= former.to);
  return { quizzes, earlier, days: own, before: former };
};

type Counts = OutputOf<'reports.timeSeries'>['series'];
type Summary = OutputOf<'reports.summary'>;
type Fact = readonly [label: string, value: string, why?: string];

export const ticketsOf = (counts: Counts): number =>
  counts.reduce((all, { total }) => all + total, 0);

export const attemptsOf = (days: readonly QuizDay[]): number =>
  days.reduce((all, { attempts }) => all + attempts, 0);

/** Shown in place of a figure that is not loaded yet. */
const unknown = '…';

const compared = (span: Days, now: number, then: number): string =>
  texts.compared(spanText(span), numberText(then), changeText(now, then));

/** A total, compared with that of the same days before. */
export const totals = (label: string, span: Days, now?: number, then?: number): Fact => [
  label,
  now === undefined ? unknown : numberText(now),
  now === undefined || then === undefined ? unknown : compared(span, now, then),
];

/** The median time to first reply, with the 90th percentile; a dash if there was none. */
export const firstReply = (
  replies: Record<'medianSeconds' | 'p90Seconds', number | null> | undefined,
): Fact => {
  if (!replies) return [texts.firstReply, unknown, unknown];
  const { medianSeconds, p90Seconds } = replies;
  if (medianSeconds === null || p90Seconds === null) {
    return [texts.firstReply, '–', texts.noReplies];
  }
  return [texts.firstReply, hoursText(medianSeconds), texts.medianAndMost(hoursText(p90Seconds))];
};

/** The pass rate and the average number of right answers. */
export const results = (days: readonly QuizDay[] | undefined): Fact => {
  if (!days) return [texts.passed, unknown, unknown];
  const attempts = attemptsOf(days);
  if (attempts === 0) return [texts.passed, '–', texts.noAttempts];
  const passed = days.reduce((all, day) => all + day.passed, 0);
  const correct = days.reduce((all, day) => all + day.averageCorrect * day.attempts, 0);
  const average = texts.average(roundText(correct / attempts));
  return [texts.passed, percentText(passed / attempts), average];
};

/** The number of readers, compared with the previous week if both weeks have ended. */
export const readers = (summary: Summary | undefined): Fact => {
  if (!summary) return [texts.readers, unknown, unknown];
  const { active, arrived, activeBefore } = summary.readers;
  const span = { from: addDays(summary.week, -7), to: addDays(summary.week, -1) };
  const arrivals = texts.arrived(numberText(arrived));
  const why = summary.finished ? `${compared(span, active, activeBefore)}; ${arrivals}` : arrivals;
  return [texts.readers, numberText(active), why];
};

type PerDay = OutputOf<'streaks.overview'>['perDay'];

/** The average number of daily readers in a month, compared with the previous month; today is left out. */
export const readersPerDay = (all: PerDay | undefined, { days, before }: Compared): Fact => {
  if (!all) return [texts.readersPerDay, unknown, unknown];
  const mean = ({ from, to }: Days): number => {
    const within = all.filter(({ day }) => day >= from && day <= to && day < civilToday());
    const sum = within.reduce((total, { readers }) => total + readers, 0);
    return Math.round(sum / (within.length || 1));
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
