import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read, useRead } from '../api/client.ts';
import { QuizTable } from '../quiz/trends.tsx';
import { readerColumns } from '../readers/list.tsx';
import { Retention } from '../readers/retention.tsx';
import { useAddress } from '../ui/address.ts';
import { Age } from '../ui/age.tsx';
import { Chart } from '../ui/charts/chart.tsx';
import { Select } from '../ui/form.tsx';
import { Facts, Loaded, Panel } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { addDays, civilToday, mondayOf, shortDay, spanText } from '../ui/time.ts';
import {
  attemptsOf,
  daysOfWeek,
  firstReply,
  perDay,
  quizzesOfWeek,
  readers,
  results,
  sum,
  totals,
} from './glance.ts';
import type { Days } from './period.ts';
import styles from './reports.module.css';
import { reportTexts as texts } from './texts.ts';

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
  const thisMonday = mondayOf(civilToday());
  const mondays = Array.from({ length: weeksToChoose }, (_, n) => addDays(thisMonday, -7 * n));
  const range = `${days.from} a ${days.to}`;
  const age = tickets.data?.cache.hit ? tickets.data.cache.age * 1_000 : 0;
  const quiz = quizzesOfWeek(trends.data?.days ?? [], { days, before });
  const { quizzes } = quiz;
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
            quiz.before,
            trends.data && attemptsOf(quizzes),
            trends.data && attemptsOf(quiz.earlier),
          ),
          results(trends.data && quizzes),
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
              {...{ days: quiz.days, before: quiz.before, range }}
              {...{ title: texts.attemptsPerDay, unit: texts.attemptsUnit }}
              now={perDay(quizzes, days.from)}
              former={perDay(quiz.earlier, before.from)}
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
