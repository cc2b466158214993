import { useQuery } from '@tanstack/react-query';
import { type OutputOf, read } from '../api/client.ts';
import { Chart } from '../ui/charts/chart.tsx';
import { Age } from '../ui/format/age.tsx';
import { changeText, numberText } from '../ui/format/figures.ts';
import { civilToday, spanText } from '../ui/format/time.ts';
import { Facts, Loaded, Panel } from '../ui/page.tsx';
import { Filters, type filterOf } from './filters.tsx';
import { ticketsOf } from './overview-figures.ts';
import { type Compared, type Days, finishedOf, lengthOf, periodText, problemOf } from './period.ts';
import { computedAt, oldestOf } from './report-age.ts';
import styles from './reports.module.css';
import { reportTexts as texts } from './texts.ts';

type Counts = OutputOf<'reports.timeSeries'>['series'];
type Filter = ReturnType<typeof filterOf>;

const refetchInterval = 300_000;

/** The tickets of a period by their creation, beside the previous period. */
export const TicketCounts = ({
  span,
  filter: { groupBy, ...filter },
}: {
  span: Compared;
  filter: Filter;
}) => {
  const { days, before } = span;
  const problem = problemOf(days, groupBy);
  const series = (input: Days, by: typeof groupBy | 'hourOfWeek') => ({
    ...read('reports.timeSeries', { ...filter, ...input, groupBy: by }),
    enabled: problem === undefined,
    refetchInterval,
  });
  const current = useQuery(series(days, groupBy));
  const former = useQuery(series(before, groupBy));
  const week = useQuery(series(days, 'hourOfWeek'));
  const byDay = useQuery(series(days, 'day'));
  const byDayBefore = useQuery(series(before, 'day'));
  const age = oldestOf([current, former, week, byDay, byDayBefore].map(computedAt));
  return (
    <Panel title={texts.tickets} actions={<Age at={age} />}>
      <Filters days={days} />
      {problem ? (
        <p role="alert">{texts.problems[problem]}</p>
      ) : (
        <>
          <Loaded query={byDay}>
            {({ series: now }) => (
              <Loaded query={byDayBefore}>
                {({ series: former }) => <TicketFacts {...span} now={now} former={former} />}
              </Loaded>
            )}
          </Loaded>
          <div className={styles.two}>
            <Loaded query={current}>
              {({ series: now }) => (
                <OverTime
                  now={now}
                  former={former.data?.series ?? []}
                  days={days}
                  groupBy={groupBy}
                />
              )}
            </Loaded>
            <Loaded query={week}>
              {({ series }) => <HoursOfWeek series={series} days={days} />}
            </Loaded>
          </div>
        </>
      )}
    </Panel>
  );
};

/** The tickets of the finished days beside those of the previous period, and today's apart. */
const TicketFacts = ({ now, former, ...span }: Compared & { now: Counts; former: Counts }) => {
  const { days, before } = finishedOf(span);
  const length = Math.max(lengthOf(days), 0);
  const total = ticketsOf(now.slice(0, length));
  const totalBefore = ticketsOf(former.slice(0, length === 0 ? 0 : lengthOf(before)));
  const { [length]: today } = now;
  const unresolved = now.reduce((all, { open, inProgress }) => all + open + inProgress, 0);
  const compared = [
    [texts.upTo(spanText(days)), numberText(total)],
    [texts.beforeOf(spanText(before)), numberText(totalBefore)],
    [texts.change, changeText(total, totalBefore)],
  ] as const;
  return (
    <Facts
      facts={[
        ...(length > 0 ? compared : []),
        [texts.unresolved, numberText(unresolved)],
        ...(today ? [[texts.today, numberText(today.total)] as const] : []),
      ]}
    />
  );
};

/** The number of tickets in each part of the period, beside the previous period. */
const OverTime = ({
  now,
  former,
  days,
  groupBy,
}: {
  now: Counts;
  former: Counts;
  days: Days;
  groupBy: keyof typeof texts.groupings;
}) => (
  <Chart
    kind="lines"
    title={texts.overTime}
    axis={texts.groupings[groupBy]}
    unit={texts.unit}
    range={`${days.from} a ${days.to}`}
    series={[texts.now, texts.before]}
    unfinished={days.to >= civilToday() ? texts.ongoing[groupBy] : undefined}
    points={Array.from({ length: Math.max(now.length, former.length) }, (_, index) => {
      const [one, other] = [now[index], former[index]];
      // The previous month may have more days than this one.
      const label = periodText(one?.period ?? other?.period ?? '');
      return [label, one?.total ?? null, other?.total ?? null];
    })}
  />
);

const HoursOfWeek = ({ series, days }: { series: Counts; days: Days }) => (
  <Chart
    kind="heat"
    title={texts.byHour}
    range={`${days.from} a ${days.to}`}
    axis={texts.hour}
    unit={texts.unit}
    series={texts.weekdays}
    points={Array.from({ length: 24 }, (_, hour) => [
      `${String(hour).padStart(2, '0')}h`,
      ...texts.weekdays.map((_, day) => series[day * 24 + hour]?.total ?? 0),
    ])}
  />
);
