import { useQuery } from '@tanstack/react-query';
import { type OutputOf, read } from '../api/client.ts';
import { Figure, Lines } from '../ui/charts/chart.tsx';
import { Age } from '../ui/format/age.tsx';
import { changeText, numberText } from '../ui/format/figures.ts';
import { civilToday, spanText } from '../ui/format/time.ts';
import { Facts, Loaded, Panel } from '../ui/page.tsx';
import { Share, Table } from '../ui/table.tsx';
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
  <Lines
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

/** The tickets by weekday and hour. */
const HoursOfWeek = ({ series, days }: { series: Counts; days: Days }) => {
  const max = Math.max(...series.map(({ total }) => total));
  const range = `${days.from} a ${days.to}`;
  const items = texts.weekdays.map((name, day) => ({ name, hours: series.slice(24 * day) }));
  const cellOf = (hour: number) => (item: (typeof items)[number]) => {
    const total = item.hours[hour]?.total ?? 0;
    return <Share of={total / max} text={numberText(total)} />;
  };
  const columns = Array.from({ length: 24 }, (_, hour) => [`${hour}h`, cellOf(hour)] as const);
  return (
    <Figure title={texts.byHour} unit={texts.unit} range={range} isEmpty={max === 0}>
      <Table
        scrolls
        label={`${texts.byHour} ${range}`}
        items={items}
        keyOf={({ name }) => name}
        columns={{ [texts.weekday]: ({ name }) => name, ...Object.fromEntries(columns) }}
      />
    </Figure>
  );
};
