import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read, useRead } from '../api/client.ts';
import { QuizTable } from '../quiz/trends.tsx';
import { readerColumns } from '../readers/list.tsx';
import { Retention } from '../readers/retention.tsx';
import { Lines } from '../ui/charts/chart.tsx';
import { Select } from '../ui/form.tsx';
import { Age } from '../ui/format/age.tsx';
import { addDays, civilToday, mondayOf, spanText } from '../ui/format/time.ts';
import { Facts, Loaded, Panel } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { List } from '../ui/table.tsx';
import {
  daysOfMonth,
  daysOfWeek,
  firstReply,
  perDay,
  pointsOf,
  readers,
  readersPerDay,
  results,
  totals,
} from './overview-figures.ts';
import { addMonths, type Compared, type Days, finishedOf, lengthOf } from './period.ts';
import { computedAt, oldestOf } from './report-age.ts';
import styles from './reports.module.css';
import { reportTexts as texts } from './texts.ts';

const refetchInterval = 60_000;
/** The service counts a quiz's attempts once a minute. */
const countsAge = 60_000;
/** The most days for which the service counts readers. */
const mostDays = 366;
const weeksToChoose = 9;

/** The options: weeks by their Mondays, and two months. */
const choices = (): (readonly [value: string, text: string])[] => {
  const monday = mondayOf(civilToday());
  const month = civilToday().slice(0, 7);
  const weeks = Array.from({ length: weeksToChoose }, (_, n) => addDays(monday, -7 * n));
  const week = (day: string, n: number) =>
    [day, texts.weeks[n] ?? spanText({ from: day, to: addDays(day, 6) })] as const;
  return [
    ...weeks.slice(0, 2).map(week),
    [month, texts.periods.month],
    [addMonths(`${month}-01`, -1).slice(0, 7), texts.periods.lastMonth],
    ...weeks.slice(2).map((day, n) => week(day, n + 2)),
  ];
};

/**
 * A week or a month at a glance: tickets, first replies, the quiz and readers. Editors and administrators
 * see it.
 */
export const Overview = ({ isAdmin }: { isAdmin: boolean }) => {
  const { search, change } = useAddress();
  const { semana, mes = '' } = search;
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(mes) && mes <= civilToday().slice(0, 7);
  const span = isMonth ? daysOfMonth(mes) : daysOfWeek(semana);
  const { days, before } = span;
  const chosen = isMonth ? mes : days.from;
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
  const summary = useQuery({
    ...read('reports.summary', { week: days.from }),
    refetchInterval,
    enabled: !isMonth,
  });
  const times = useQuery({
    ...read('reports.responseTimes', { ...days, by: 'all' }),
    refetchInterval,
    enabled: isMonth,
  });
  const ofMonth = times.data && {
    medianSeconds: times.data.items[0]?.firstReplyMedianSeconds ?? null,
    p90Seconds: times.data.items[0]?.firstReplyP90Seconds ?? null,
  };
  const length = Math.min(lengthOf({ from: before.from, to: civilToday() }), mostDays);
  const readings = useQuery({
    ...read('streaks.overview', { days: length }),
    refetchInterval,
    enabled: isMonth,
  });
  const range = `${days.from} a ${days.to}`;
  const age = oldestOf([
    ...[tickets, ticketsBefore, times].map(computedAt),
    trends.dataUpdatedAt - countsAge,
    readings.dataUpdatedAt,
    summary.data ? Date.parse(summary.data.countedAt) : 0,
  ]);
  const finished = finishedOf(span);
  const quizDays = trends.data?.days ?? [];
  const quizzes = quizDays.filter(({ quizDate }) => quizDate >= days.from);
  const done = quizzes.filter(({ quizDate }) => quizDate <= finished.days.to);
  const [attempts, attemptsBefore] = [perDay(quizDays, days), perDay(quizDays, before)];
  const opened = tickets.data?.series.map(({ total }) => total);
  const openedBefore = ticketsBefore.data?.series.map(({ total }) => total);
  const known = choices();
  const sunday = addDays(days.from, 6);
  return (
    <Panel
      title={texts.overview}
      actions={
        <>
          <Age at={age} />
          <Select
            label={texts.week}
            value={chosen}
            options={
              known.some(([value]) => value === chosen)
                ? known
                : [...known, [chosen, spanText(isMonth ? days : { from: chosen, to: sunday })]]
            }
            onChange={(value) =>
              change(
                value.length === 7
                  ? { mes: value, semana: undefined }
                  : { semana: value, mes: undefined },
              )
            }
          />
        </>
      }
    >
      <Facts
        facts={[
          totals(texts.tickets, finished, opened, openedBefore),
          firstReply(isMonth ? ofMonth : summary.data?.firstReplies),
          totals(texts.attempts, finished, trends.data && attempts, attemptsBefore),
          results(trends.data && (done.length > 0 ? done : quizzes)),
          isMonth ? readersPerDay(readings.data?.perDay, finished) : readers(summary.data),
        ]}
      />
      <div className={styles.two}>
        <Loaded query={tickets}>
          {() => (
            <ComparedDays
              {...span}
              range={range}
              title={texts.ticketsPerDay}
              unit={texts.unit}
              now={opened ?? []}
              former={openedBefore ?? []}
            />
          )}
        </Loaded>
        <Loaded query={trends}>
          {() => (
            <ComparedDays
              {...span}
              range={range}
              title={texts.attemptsPerDay}
              unit={texts.attemptsUnit}
              now={attempts}
              former={attemptsBefore}
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

/** The days of a period beside those of the previous one. */
const ComparedDays = ({
  days,
  before,
  now,
  former,
  ...chart
}: Compared & {
  title: string;
  unit: string;
  range: string;
  now: readonly (number | null)[];
  former: readonly (number | null)[];
}) => (
  <Lines
    {...chart}
    axis={texts.groupings.day}
    series={[spanText(days), spanText(before)]}
    unfinished={days.to === civilToday() ? texts.ongoing.day : undefined}
    points={pointsOf({ days, before }, now, former)}
  />
);

const atRiskShown = 6;

/** The readers with the longest streaks who have not read today. */
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
