import { type OutputOf, useRead, write } from '../api/client.ts';
import { shell } from '../shell/texts.ts';
import { Actions } from '../ui/actions.tsx';
import { useAddress } from '../ui/address.ts';
import { Chart } from '../ui/charts/chart.tsx';
import { Select } from '../ui/form.tsx';
import { Facts, Loaded, Page, Panel } from '../ui/page.tsx';
import { roughly } from '../ui/time.ts';
import { Filters, filterOf } from './filters.tsx';
import { type Days, daysOf, periodText } from './period.ts';
import { reportTexts as texts } from './texts.ts';

type Counts = OutputOf<'reports.timeSeries'>['series'];

export default function ReportsScreen() {
  const { search } = useAddress();
  const { groupBy, ...filter } = filterOf(search);
  const { days, before } = daysOf(search.period ?? '', search);
  const current = useRead('reports.timeSeries', { ...filter, ...days, groupBy });
  const former = useRead('reports.timeSeries', { ...filter, ...before, groupBy });
  const week = useRead('reports.timeSeries', { ...filter, ...days, groupBy: 'hourOfWeek' });
  const { cache } = current.data ?? {};
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
      <Filters days={days} />
      <Panel title={texts.tickets}>
        <Loaded query={current}>
          {({ series }) => (
            <Loaded query={former}>
              {({ series: earlier }) => (
                <OverTime series={series} earlier={earlier} axis={texts.groupings[groupBy]} />
              )}
            </Loaded>
          )}
        </Loaded>
        <Loaded query={week}>{({ series }) => <HoursOfWeek series={series} />}</Loaded>
      </Panel>
      {/* It takes longer, and calls of one moment are answered together. */}
      {!current.isPending && <Responses days={days} />}
    </Page>
  );
}

const sum = (counts: Counts): number => counts.reduce((all, { total }) => all + total, 0);

const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', signDisplay: 'exceptZero' });

/** The tickets of each part of the period, beside those of the period before. */
const OverTime = ({ series, earlier, axis }: { series: Counts; earlier: Counts; axis: string }) => {
  const [now, before] = [sum(series), sum(earlier)];
  const unresolved = series.reduce((all, { open, inProgress }) => all + open + inProgress, 0);
  return (
    <>
      <Facts
        facts={[
          [texts.now, now],
          [texts.before, before],
          [texts.change, before === 0 ? '–' : percent.format(now / before - 1)],
          [texts.unresolved, unresolved],
        ]}
      />
      <Chart
        kind="lines"
        title={texts.overTime}
        axis={axis}
        unit={texts.unit}
        series={[texts.now, texts.before]}
        points={series.map(({ period, total }, index) => [
          periodText(period),
          total,
          earlier[index]?.total ?? null,
        ])}
      />
    </>
  );
};

const HoursOfWeek = ({ series }: { series: Counts }) => (
  <Chart
    kind="heat"
    title={texts.byHour}
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

const inHours = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds / 36) / 100;

/** How long replies and resolutions took, by category or by agent. */
const Responses = ({ days }: { days: Days }) => {
  const { search, change } = useAddress();
  const by = search.by === 'agent' ? 'agent' : 'category';
  const count = search.count === 'business' ? 'business' : 'all';
  const times = useRead('reports.responseTimes', {
    ...days,
    by,
    businessHours: count === 'business' ? businessHours : undefined,
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
      <Loaded query={times}>
        {({ items }) =>
          (['firstReply', 'resolution'] as const).map((what) => (
            <Chart
              key={what}
              kind="bars"
              title={texts[what]}
              axis={texts.axes[by]}
              unit={texts.hours}
              series={[texts.median, texts.p90]}
              points={items.map((times) => [
                times.name,
                inHours(times[`${what}MedianSeconds`]),
                inHours(times[`${what}P90Seconds`]),
              ])}
            />
          ))
        }
      </Loaded>
    </Panel>
  );
};
