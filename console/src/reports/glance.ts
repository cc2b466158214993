import type { OutputOf } from '../api/client.ts';
import { changeText, numberText, percentText, roundText } from '../ui/figures.ts';
import { addDays, civilToday, hoursText, isDay, mondayOf, spanText } from '../ui/time.ts';
import type { Days } from './period.ts';
import { reportTexts as texts } from './texts.ts';

// The figures of the week at a glance.

type QuizDay = Pick<
  OutputOf<'quiz.trends'>['days'][number],
  'quizDate' | 'attempts' | 'passed' | 'averageCorrect'
>;

/** The days of a week so far, and the same days of the week before. */
export const daysOfWeek = (asked: string | undefined): { days: Days; before: Days } => {
  const today = civilToday();
  // On a Monday, the week that has just ended.
  const usual = addDays(today, -1);
  const from = mondayOf(isDay(asked) && asked <= today ? asked : usual);
  const end = addDays(from, 6);
  const to = end < today ? end : today;
  return { days: { from, to }, before: { from: addDays(from, -7), to: addDays(to, -7) } };
};

/** The part of some days up to one of them. */
const until = ({ from, to }: Days, last: string): Days => ({ from, to: last < to ? last : to });

/**
 * The quizzes of a week and of the week before, and the days that are compared: a day that has no
 * quiz yet is not compared with one that had.
 */
export const quizzesOfWeek = <Day extends QuizDay>(
  all: readonly Day[],
  { days, before }: ReturnType<typeof daysOfWeek>,
) => {
  const today = civilToday();
  const quizzes = all.filter(({ quizDate }) => quizDate >= days.from);
  const hasToday = quizzes.at(-1)?.quizDate === today;
  const own = hasToday ? days : until(days, addDays(today, -1));
  const former = until(before, addDays(own.to, -7));
  const earlier = all.filter(({ quizDate }) => quizDate <= former.to);
  return { quizzes, earlier, days: own, before: former };
};

type Series = OutputOf<'reports.timeSeries'>;
type Summary = OutputOf<'reports.summary'>;
type Fact = readonly [label: string, value: string, why?: string];

/** All tickets of a series. */
export const sum = (data: Series | undefined): number | undefined =>
  data?.series.reduce((all, { total }) => all + total, 0);

export const attemptsOf = (days: readonly QuizDay[]): number =>
  days.reduce((all, { attempts }) => all + attempts, 0);

/** What is not known yet. */
const unknown = '…';

const compared = (span: Days, now: number, then: number): string =>
  texts.compared(spanText(span), numberText(then), changeText(now, then));

/** A total beside that of the same days before. */
export const totals = (label: string, span: Days, now?: number, then?: number): Fact => [
  label,
  now === undefined ? unknown : numberText(now),
  now === undefined || then === undefined ? unknown : compared(span, now, then),
];

/** How long a first reply takes. */
export const firstReply = (summary: Summary | undefined): Fact => {
  const { medianSeconds, p90Seconds } = summary?.firstReplies ?? {};
  if (typeof medianSeconds !== 'number' || typeof p90Seconds !== 'number') {
    return [texts.firstReply, summary ? '–' : unknown, summary ? texts.noReplies : unknown];
  }
  return [texts.firstReply, hoursText(medianSeconds), texts.medianAndMost(hoursText(p90Seconds))];
};

/** The share of attempts that passed, and how many answers were right. */
export const results = (days: readonly QuizDay[] | undefined): Fact => {
  if (!days) return [texts.passed, unknown, unknown];
  const attempts = attemptsOf(days);
  if (attempts === 0) return [texts.passed, '–', texts.noAttempts];
  const passed = days.reduce((all, day) => all + day.passed, 0);
  const correct = days.reduce((all, day) => all + day.averageCorrect * day.attempts, 0);
  const average = texts.average(roundText(correct / attempts));
  return [texts.passed, percentText(passed / attempts), average];
};

/** Who read, beside the week before once both have ended. */
export const readers = (summary: Summary | undefined): Fact => {
  if (!summary) return [texts.readers, unknown, unknown];
  const { active, arrived, activeBefore } = summary.readers;
  const span = { from: addDays(summary.week, -7), to: addDays(summary.week, -1) };
  const arrivals = texts.arrived(numberText(arrived));
  const why = summary.finished ? `${compared(span, active, activeBefore)}; ${arrivals}` : arrivals;
  return [texts.readers, numberText(active), why];
};

/** The attempts of each day of a week; null without a quiz. */
export const perDay = (quizzes: readonly QuizDay[], monday: string): (number | null)[] =>
  texts.weekdays.map(
    (_, n) => quizzes.find(({ quizDate }) => quizDate === addDays(monday, n))?.attempts ?? null,
  );
