import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type OutputOf, read, useRead } from '../api/client.ts';
import { QuizTable } from '../quiz/trends.tsx';
import { readerColumns } from '../readers/list.tsx';
import { Retention } from '../readers/retention.tsx';
import { useAddress } from '../ui/address.ts';
import { Age } from '../ui/age.tsx';
import { Chart } from '../ui/charts/chart.tsx';
import { changeText, numberText, percentText, roundText } from '../ui/figures.ts';
import { Select } from '../ui/form.tsx';
import { Facts, Loaded, Panel } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { addDays, civilToday, hoursText, mondayOf, shortDay, spanText } from '../ui/time.ts';
import { type Days, daysOfWeek } from './period.ts';
import styles from './reports.module.css';
import { reportTexts as texts } from './texts.ts';

type QuizDay = OutputOf<'quiz.trends'>['days'][number];

const refetchInterval = 60_000;
const weeksToChoose = 9;

/** The week at a glance: tickets, first replies, the quiz and readers. For editors. */
export const Overview = ({ isAdmin }: { isAdmin: boolean }) => {
  const { search, change } = useAddress();
  const { days, before } = daysOfWeek(search.semana);
  const series = (span: Days) => ({
    ...read('reports.timeSeries', { ...span, groupBy: 'day' }),
    refetchInterval,
  });
  const tickets = useQuery(series(days));
  const ticketsBefore = useQuery(series(before));
  const trends = useQuery({
    ...read('quiz.trends', { from: before.from, to: days.to }),
    refetchInterval,
  });
  const summary = useQuery({ ...read('reports.summary', { week: days.from }), refetchInterval });
  const today = civilToday();
  const thisMonday = mondayOf(today);
  const mondays = Array.from({ length: weeksToChoose }, (_, n) => addDays(thisMonday, -7 * n));
  const range = `${days.from} a ${days.to}`;
  const age = tickets.data?.cache.hit ? tickets.data.cache.age * 1_000 : 0;
  const quizzes = (trends.data?.days ?? []).filter(({ quizDate }) => quizDate >= days.from);
  // A day that has no quiz yet is not compared with one that had.
  const quizDays = quizzes.at(-1)?.quizDate === today ? days : until(days, addDays(today, -1));
  const quizDaysBefore = until(before, addDays(quizDays.to, -7));
  const earlier = (trends.data?.days ?? []).filter(({ quizDate }) => quizDate <= quizDaysBefore.to);
  return (
    <Panel
      title={texts.overview}
      actions={
        <>
          <Age at={tickets.dataUpdatedAt && tickets.dataUpdatedAt - age} />
          <Select
            label={texts.week}
            value={days.from}
            options={[...new Set([...mondays, days.from])].map((monday) => [
              monday,
              texts.weeks[mondays.indexOf(monday)] ??
                spanText({ from: monday, to: addDays(monday, 6) }),
            ])}
            onChange={(semana) => change({ semana })}
          />
        </>
      }
    >
      <Facts
        facts={[
          totals(texts.tickets, before, sum(tickets.data), sum(ticketsBefore.data)),
          firstReply(summary.data),
          totals(
            texts.attempts,
            quizDaysBefore,
            trends.data && attemptsOf(quizzes),
            trends.data && attemptsOf(earlier),
          ),
          [texts.passed, ...results(quizzes)],
          readers(summary.data),
        ]}
      />
      <div className={styles.two}>
        <Loaded query={tickets}>
          {({ series: now }) => (
            <Week
              {...{ days, before, range, title: texts.ticketsPerDay, unit: texts.unit }}
              now={now.map(({ total }) => total)}
              former={(ticketsBefore.data?.series ?? []).map(({ total }) => total)}
            />
          )}
        </Loaded>
        <Loaded query={trends}>
          {() => (
            <Week
              {...{ days: quizDays, before: quizDaysBefore, range }}
              {...{ title: texts.attemptsPerDay, unit: texts.attemptsUnit }}
              now={perDay(quizzes, days.from)}
              former={perDay(earlier, before.from)}
            />
          )}
        </Loaded>
      </div>
      <Panel
        title={texts.quizzes}
        actions={
          <Link to="/quiz/$id" params={{ id: 'todos' }}>
            {texts.allQuizzes}
          </Link>
        }
      >
        {quizzes.length > 0 ? <QuizTable days={quizzes} /> : <p>{texts.noQuizzes}</p>}
      </Panel>
      <div className={styles.two}>
        <Retention />
        {isAdmin && <AtRisk />}
      </div>
    </Panel>
  );
};

/** The part of some days up to one of them. */
const until = ({ from, to }: Days, last: string): Days => ({ from, to: last < to ? last : to });

type Series = OutputOf<'reports.timeSeries'>;
type Summary = OutputOf<'reports.summary'>;
type Fact = readonly [label: string, value: string, why?: string];

const sum = (data: Series | undefined): number | undefined =>
  data?.series.reduce((all, { total }) => all + total, 0);

const attemptsOf = (days: readonly QuizDay[]): number =>
  days.reduce((all, { attempts }) => all + attempts, 0);

/** What is not known yet. */
const unknown = '…';

const compared = (span: Days, now: number, then: number): string =>
  texts.compared(spanText(span), numberText(then), changeText(now, then));

/** A total beside that of the same days before. */
const totals = (label: string, span: Days, now?: number, then?: number): Fact => [
  label,
  now === undefined ? unknown : numberText(now),
  now === undefined || then === undefined ? unknown : compared(span, now, then),
];

const firstReply = (summary: Summary | undefined): Fact => {
  const { medianSeconds, p90Seconds } = summary?.firstReplies ?? {};
  if (typeof medianSeconds !== 'number' || typeof p90Seconds !== 'number') {
    return [texts.firstReply, summary ? '–' : unknown, summary ? texts.noReplies : unknown];
  }
  return [texts.firstReply, hoursText(medianSeconds), texts.medianAndMost(hoursText(p90Seconds))];
};

const results = (days: readonly QuizDay[]): [value: string, why: string] => {
  const attempts = attemptsOf(days);
  if (attempts === 0) return ['–', texts.noAttempts];
  const passed = days.reduce((all, day) => all + day.passed, 0);
  const correct = days.reduce((all, day) => all + day.averageCorrect * day.attempts, 0);
  return [percentText(passed / attempts), texts.average(roundText(correct / attempts))];
};

const readers = (summary: Summary | undefined): Fact => {
  if (!summary) return [texts.readers, unknown, unknown];
  const { active, arrived, activeBefore } = summary.readers;
  const span = { from: addDays(summary.week, -7), to: addDays(summary.week, -1) };
  const arrivals = texts.arrived(numberText(arrived));
  const why = summary.finished ? `${compared(span, active, activeBefore)}; ${arrivals}` : arrivals;
  return [texts.readers, numberText(active), why];
};

/** The attempts of each day of a week; null without a quiz. */
const perDay = (quizzes: readonly QuizDay[], monday: string): (number | null)[] =>
  texts.weekdays.map(
    (_, n) => quizzes.find(({ quizDate }) => quizDate === addDays(monday, n))?.attempts ?? null,
  );

/** The days of a week beside those of the week before. */
const Week = ({
  days,
  before,
  now,
  former,
  ...chart
}: {
  days: Days;
  before: Days;
  title: string;
  unit: string;
  range: string;
  now: readonly (number | null)[];
  former: readonly (number | null)[];
}) => (
  <Chart
    {...chart}
    kind="lines"
    axis={texts.groupings.day}
    series={[spanText(days), spanText(before)]}
    unfinished={days.to === civilToday() ? texts.ongoing.day : undefined}
    points={texts.weekdays.flatMap((name, n) => {
      const day = addDays(days.from, n);
      return day > days.to
        ? []
        : [[`${name} ${shortDay(day)}`, now[n] ?? null, former[n] ?? null] as const];
    })}
  />
);

const atRiskShown = 6;

/** Those with the longest streaks who have not read today. */
const AtRisk = () => (
  <Panel
    title={texts.atRisk}
    actions={
      <Link to="/leitores" search={{ risco: '1' }}>
        {texts.allAtRisk}
      </Link>
    }
  >
    <List
      label={texts.atRisk}
      query={useRead('streaks.list', { atRisk: true, limit: atRiskShown })}
      empty={texts.nobodyAtRisk}
      keyOf={({ email }) => email}
      columns={readerColumns}
    />
  </Panel>
);
