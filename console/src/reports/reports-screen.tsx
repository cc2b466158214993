import { useQuery } from '@tanstack/react-query';
import { type OutputOf, read, write } from '../api/client.ts';
import { NoQuizToday } from '../quiz/no-quiz-today.tsx';
import { includesRole, useSession } from '../shell/session.ts';
import { shell } from '../shell/texts.ts';
import { Actions } from '../ui/actions.tsx';
import { Chart } from '../ui/charts/chart.tsx';
import type { Point } from '../ui/charts/drawing.ts';
import { Select } from '../ui/form.tsx';
import { changeText, numberText } from '../ui/format/figures.ts';
import { addDays, civilToday, roughly, spanText } from '../ui/format/time.ts';
import { Facts, Loaded, Page, Panel } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { Filters, filterOf } from './filters.tsx';
import { Overview } from './overview.tsx';
import { ticketsOf } from './overview-figures.ts';
import { type Days, daysOf, periodText, problemOf } from './period.ts';
import { reportTexts as texts } from './texts.ts';

type Counts = OutputOf<'reports.timeSeries'>['series'];

const refetchInterval = 300_000;

export default function ReportsScreen() {
  const { role } = useSession();
  const { search } = useAddress();
  const { groupBy, ...filter } = filterOf(search);
  const { days, before } = daysOf(search.period ?? '', search, groupBy);
  const problem = problemOf(days, groupBy);
  const series = (input: Days, by: typeof groupBy | 'hourOfWeek') => ({
    ...read('reports.timeSeries', { ...filter, ...input, groupBy: by }),
    enabled: problem === undefined,
    refetchInterval,
  });
  const current = useQuery(series(days, groupBy));
  const former = useQuery(series(before, groupBy));
  const week = useQuery(series(days, 'hourOfWeek'));
  const { cache } = current.data ?? {};
  const shown = { days, before, groupBy };
  return (
    <Page
      title={shell.titles.reports}
      actions={
        <>
          {cache?.hit && texts.age(roughly(cache.age))}
          <Actions
            actions={[{ text: texts.refresh, run: () => write('reports.clearCache', undefined) }]}
          />
        </>
      }
    >
      {includesRole(role, 'editor') && (
        <>
          <NoQuizToday />
          <Overview isAdmin={includesRole(role, 'admin')} />
        </>
      )}
      <Panel title={texts.tickets}>
        <Filters days={days} />
        {problem ? (
          <p role="alert">{texts.problems[problem]}</p>
        ) : (
          <>
            <Loaded query={current}>
              {({ series }) => (
                <Loaded query={former}>
                  {({ series: earlier }) => (
                    <OverTime series={series} earlier={earlier} {...shown} />
                  )}
                </Loaded>
              )}
            </Loaded>
            <Loaded query={week}>
              {({ series }) => <HoursOfWeek series={series} days={days} />}
            </Loaded>
          </>
        )}
      </Panel>
      {!problem && <Responses days={days} filter={filter} />}
    </Page>
  );
}

/** The number of tickets in each part of the period, beside the previous period. */
const OverTime = ({
  series,
  earlier,
  days,
  before: formerDays,
  groupBy,
}: {
  series: Counts;
  earlier: Counts;
  days: Days;
  before: Days;
  groupBy: keyof typeof texts.groupings;
}) => {
  const [now, before] = [ticketsOf(series), ticketsOf(earlier)];
  const unresolved = series.reduce((all, { open, inProgress }) => all + open + inProgress, 0);
  const length = Math.max(series.length, earlier.length);
  return (
    <>
      <Facts
        facts={[
          [texts.now, numberText(now)],
          [texts.beforeOf(spanText(formerDays)), numberText(before)],
          [texts.change, changeText(now, before)],
          [texts.unresolved, numberText(unresolved)],
        ]}
      />
      <Chart
        kind="lines"
        title={texts.overTime}
        axis={texts.groupings[groupBy]}
        unit={texts.unit}
        range={`${days.from} a ${days.to}`}
        series={[texts.now, texts.before]}
        unfinished={days.to >= civilToday() ? texts.ongoing[groupBy] : undefined}
        points={Array.from({ length }, (_, index) => {
          const [one, other] = [series[index], earlier[index]];
          // The previous month may have more days than this one.
          const label = periodText(one?.period ?? other?.period ?? '');
          return [label, one?.total ?? null, other?.total ?? null];
        })}
      />
    </>
  );
};

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

const businessHours = '09:00-18:00';
/** The longest period that the service measures, in days. */
const mostDays = 366;

const inHours = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds / 36) / 100;

/** The bars of the chart of times to reply and to resolve. */
export const barsOf = (items: OutputOf<'reports.responseTimes'>['items']) => [
  {
    title: texts.firstReply,
    points: items.map(
      ({ name, firstReplyMedianSeconds, firstReplyP90Seconds }): Point => [
        name,
        inHours(firstReplyMedianSeconds),
        inHours(firstReplyP90Seconds),
      ],
    ),
  },
  {
    title: texts.resolution,
    points: items.map(
      ({ name, resolutionMedianSeconds, resolutionP90Seconds }): Point => [
        name,
        inHours(resolutionMedianSeconds),
        inHours(resolutionP90Seconds),
      ],
    ),
  },
];

/** Times to reply and to resolve, by category or by agent. */
const Responses = ({
  days,
  filter,
}: {
  days: Days;
  filter: Omit<ReturnType<typeof filterOf>, 'groupBy'>;
}) => {
  const { search, change } = useAddress();
  const by = search.by === 'agent' ? 'agent' : 'category';
  const count = search.count === 'business' ? 'business' : 'all';
  const isTooLong = addDays(days.from, mostDays) <= days.to;
  const times = useQuery({
    ...read('reports.responseTimes', {
      ...filter,
      ...days,
      by,
      businessHours: count === 'business' ? businessHours : undefined,
    }),
    enabled: !isTooLong,
  });
  return (
    <Panel
      title={texts.responses}
      actions={
        <>
          <Select
            label={texts.by}
            options={Object.entries(texts.bys)}
            value={by}
            onChange={(by) => change({ by })}
          />
          <Select
            label={texts.count}
            options={Object.entries(texts.counts)}
            value={count}
            onChange={(count) => change({ count })}
          />
        </>
      }
    >
      <p>{texts.responsesOf}</p>
      {isTooLong && <p role="alert">{texts.problems.tooLongToMeasure}</p>}
      {!isTooLong && (
        <Loaded query={times}>
          {({ items }) =>
            barsOf(items).map((bars) => (
              <Chart
                key={bars.title}
                kind="bars"
                {...bars}
                range={`${days.from} a ${days.to}`}
                axis={texts.axes[by]}
                unit={texts.hours}
                series={[texts.median, texts.p90]}
              />
            ))
          }
        </Loaded>
      )}
    </Panel>
  );
};
