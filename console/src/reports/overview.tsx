import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, type OutputOf, useRead } from '../api/client.ts';
import { Badge } from '../quiz/decisions.tsx';
import { readerColumns } from '../readers/list.tsx';
import { Retention } from '../readers/retention.tsx';
import { Lines } from '../ui/charts/chart.tsx';
import { percentText, roundText } from '../ui/format/figures.ts';
import { civilToday, shortDay, spanText } from '../ui/format/time.ts';
import { Age, Facts, Loaded, Panel } from '../ui/page.tsx';
import { List, Table } from '../ui/table.tsx';
import {
  ageOf,
  type Figures,
  firstReply,
  meanOf,
  passRate,
  perDay,
  pointsOf,
  type QuizDay,
  results,
  totals,
} from './overview-figures.ts';
import { type Compared, type Days, finishedOf, lengthOf, mostDays } from './period.ts';
import styles from './reports.module.css';
import { reportTexts as texts } from './texts.ts';

type Pair = readonly [now: Figures, former: Figures];

/** Loads the reports of a period and of the previous one. */
const load = async ({ days, before }: Compared) => {
  const length = Math.min(lengthOf({ from: before.from, to: civilToday() }), mostDays);
  const [tickets, former, quizzes, quizzesBefore, replies, readers] = await Promise.all([
    ask('reports.timeSeries', { ...days, groupBy: 'day' }),
    ask('reports.timeSeries', { ...before, groupBy: 'day' }),
    ask('quiz.trends', days),
    ask('quiz.trends', before),
    ask('reports.responseTimes', { ...days, by: 'all' }),
    ask('streaks.overview', { days: length }),
  ]);
  const both = (of: (period: Days) => Figures): Pair => [of(days), of(before)];
  const all = [...quizzesBefore.days, ...quizzes.days];
  const opened = [...tickets.series, ...former.series];
  const ofQuizzes = (of: (day: QuizDay) => number | null) =>
    both(perDay(all.map((day) => [day.quizDate, of(day)])));
  return {
    age: ageOf([tickets, former, replies]),
    opened: both(perDay(opened.map(({ period, total }) => [period, total]))),
    attempts: ofQuizzes(({ attempts }) => attempts),
    rates: ofQuizzes(passRate),
    readers: both(perDay(readers.perDay.map((one) => [one.day, one.readers]))),
    quizzes: quizzes.days,
    replies: replies.items[0],
  };
};

/** A period at a glance: tickets, first replies, the quiz and readers. Editors and administrators see it. */
export const Overview = ({ span, isAdmin }: { span: Compared; isAdmin: boolean }) => {
  const query = useQuery({
    queryKey: ['reports.overview', span],
    queryFn: () => load(span),
    refetchInterval: 60_000,
  });
  const { days, before } = span;
  const finished = finishedOf(span);
  const lines = (title: string, unit: string, [now, former]: Pair) => (
    <Lines
      title={title}
      unit={unit}
      axis={texts.groupings.day}
      range={`${days.from} a ${days.to}`}
      series={[spanText(days), spanText(before)]}
      unfinished={days.to === civilToday() ? texts.ongoing.day : undefined}
      points={pointsOf(span, now, former)}
    />
  );
  return (
    <Panel
      title={texts.overview}
      actions={<Age at={query.dataUpdatedAt - (query.data?.age ?? 0)} />}
    >
      <Loaded query={query}>
        {({ opened, attempts, rates, readers, quizzes, replies }) => (
          <>
            <Facts
              facts={[
                totals(texts.tickets, finished, ...opened),
                firstReply(replies),
                totals(texts.attempts, finished, ...attempts),
                results(quizzes.filter(({ quizDate }) => quizDate <= finished.days.to)),
                totals(texts.readersPerDay, finished, ...readers, meanOf),
              ]}
            />
            <div className={styles.two}>
              {lines(texts.ticketsPerDay, texts.unit, opened)}
              {lines(texts.attemptsPerDay, texts.attemptsUnit, attempts)}
              {lines(texts.passRatePerDay, '%', rates)}
              {lines(texts.readersOfDay, texts.readersUnit, readers)}
            </div>
            <Panel title={texts.quizzes}>
              {quizzes.length > 0 ? <QuizTable days={quizzes} /> : <p>{texts.noQuizzes}</p>}
            </Panel>
          </>
        )}
      </Loaded>
      <div className={styles.two}>
        <Retention />
        {isAdmin && <AtRisk />}
      </div>
    </Panel>
  );
};

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

/** The results and the most misleading option of each quiz, latest first. */
export const QuizTable = ({ days }: { days: OutputOf<'quiz.trends'>['days'] }) => (
  <Table
    label={texts.quizzes}
    items={days.toReversed()}
    columns={{
      [texts.groupings.day]: ({ quizDate }) => shortDay(quizDate),
      [texts.title]: ({ id, title, status, quizDate }) => (
        <>
          <Link to="/quiz/$id" params={{ id }} className={styles.title}>
            {title}
          </Link>{' '}
          {status === 'unpublished' && (
            <Badge status={status} quizDate={quizDate} refused={false} />
          )}
        </>
      ),
      [texts.attempts]: ({ attempts }) => attempts,
      [texts.passed]: ({ attempts, passed }) =>
        attempts === 0 ? '–' : percentText(passed / attempts),
      [texts.averageCorrect]: ({ attempts, averageCorrect }) =>
        attempts === 0 ? '–' : roundText(averageCorrect),
      [texts.hardest]: ({ hardest }) =>
        hardest && `${hardest.question} (${percentText(hardest.correctRate)})`,
    }}
  />
);
