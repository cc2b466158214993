import { useQuery } from '@tanstack/react-query';
import { read, write } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import { Chart } from '../charts/chart.tsx';
import { Actions } from '../parts/actions.tsx';
import { useAddress } from '../parts/address.ts';
import { Facts, Page, Panel } from '../parts/page.tsx';
import { roughly } from '../parts/time.ts';
import { Loaded } from '../parts/waiting.tsx';
import { reportTexts as texts } from '../texts/reports.ts';
import { Filters, filterOf } from './filters.tsx';
import { daysOf, periodText } from './period.ts';
import { Responses } from './responses.tsx';

type Counts = OutputOf<'reports.timeSeries'>['series'];

/** How many tickets came, when, and how long their replies took. */
export default function ReportsScreen() {
  const { search } = useAddress();
  const { groupBy, ...filter } = filterOf(search);
  const { days, before } = daysOf(search.period ?? '', search);
  const current = useQuery(read('reports.timeSeries', { ...filter, ...days, groupBy }));
  const former = useQuery(read('reports.timeSeries', { ...filter, ...before, groupBy }));
  const week = useQuery(read('reports.timeSeries', { ...filter, ...days, groupBy: 'hourOfWeek' }));
  const { cache } = current.data ?? {};
  return (
    <Page
      title={texts.title}
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

/** The tickets by weekday and hour. */
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
