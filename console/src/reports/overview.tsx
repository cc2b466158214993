import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, useRead } from '../api/client.ts';
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
  readersPerDay,
  results,
  totals,
} from './overview-figures.ts';
import { addMonths, type Compared, finishedOf, lengthOf } from './period.ts';
import { ageOf } from './report-age.ts';
import styles from './reports.module.css';
import { reportTexts as texts } from './texts.ts';

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

/** Loads the reports of a period and of the previous one. */
const load = async ({ days, before }: Compared) => {
  const length = Math.min(lengthOf({ from: before.from, to: civilToday() }), mostDays);
  const [tickets, former, { days: quizDays }, replies, readers] = await Promise.all([
    ask('reports.timeSeries', { ...days, groupBy: 'day' }),
    ask('reports.timeSeries', { ...before, groupBy: 'day' }),
    ask('quiz.trends', { from: before.from, to: days.to }),
    ask('reports.responseTimes', { ...days, by: 'all' }),
    ask('streaks.overview', { days: length }),
  ]);
  return {
    age: ageOf([tickets, former, replies]),
    opened: tickets.series.map(({ total }) => total),
    openedBefore: former.series.map(({ total }) => total),
    quizDays,
    replies: replies.items[0],
    readers: readers.perDay,
  };
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
  const query = useQuery({
    queryKey: ['reports.overview', span],
    queryFn: () => load(span),
    refetchInterval: 60_000,
  });
  const range = `${days.from} a ${days.to}`;
  const finished = finishedOf(span);
  const known = choices();
  const isKnown = known.some(([value]) => value === chosen);
  const own = spanText(isMonth ? days : { from: chosen, to: addDays(chosen, 6) });
  return (
    <Panel
      title={texts.overview}
      actions={
        <>
          <Age at={query.dataUpdatedAt - (query.data?.age ?? 0)} />
          <Select
            label={texts.week}
            value={chosen}
            options={isKnown ? known : [...known, [chosen, own]]}
            onChange={(value) => {
              const month = value.length === 7;
              change({ mes: month ? value : undefined, semana: month ? undefined : value });
            }}
          />
        </>
      }
    >
      <Loaded query={query}>
        {({ opened, openedBefore, quizDays, replies, readers }) => {
          const quizzes = quizDays.filter(({ quizDate }) => quizDate >= days.from);
          const attempts = perDay(quizDays, days);
          const attemptsBefore = perDay(quizDays, before);
          return (
            <>
              <Facts
                facts={[
                  totals(texts.tickets, finished, opened, openedBefore),
                  firstReply(replies),
                  totals(texts.attempts, finished, attempts, attemptsBefore),
                  results(quizzes.filter(({ quizDate }) => quizDate <= finished.days.to)),
                  readersPerDay(readers, finished),
                ]}
              />
              <div className={styles.two}>
                <ComparedDays
                  {...span}
                  range={range}
                  title={texts.ticketsPerDay}
                  unit={texts.unit}
                  now={opened}
                  former={openedBefore}
                />
                <ComparedDays
                  {...span}
                  range={range}
                  title={texts.attemptsPerDay}
                  unit={texts.attemptsUnit}
                  now={attempts}
                  former={attemptsBefore}
                />
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
            </>
          );
        }}
      </Loaded>
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
      columns={readerColumns}
    />
  </Panel>
);
