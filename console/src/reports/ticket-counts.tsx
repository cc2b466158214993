import { useQuery } from '@tanstack/react-query';
import { ask, type OutputOf } from '../api/client.ts';
import { Lines } from '../ui/charts/chart.tsx';
import { numberText } from '../ui/format/figures.ts';
import { civilToday, spanText } from '../ui/format/time.ts';
import { Age, Facts, Loaded, Panel } from '../ui/page.tsx';
import { Filters, type filterOf } from './filters.tsx';
import { ageOf, totals } from './overview-figures.ts';
import { type Compared, type Days, finishedOf, periodText } from './period.ts';
import { reportTexts as texts } from './texts.ts';

const totalsOf = ({ series }: OutputOf<'reports.timeSeries'>) => series.map(({ total }) => total);

/** The tickets of a period by their creation, beside the previous period. */
export const TicketCounts = ({
  span,
  filter: { groupBy, ...filter },
  enabled,
}: {
  span: Compared;
  filter: ReturnType<typeof filterOf>;
  /** False if the period cannot be counted; the filters may change that. */
  enabled: boolean;
}) => {
  const { days, before } = span;
  const series = (period: Days, by: typeof groupBy) =>
    ask('reports.timeSeries', { ...filter, ...period, groupBy: by });
  const query = useQuery({
    queryKey: ['reports.timeSeries', span, groupBy, filter],
    queryFn: () =>
      Promise.all([
        series(days, groupBy),
        series(before, groupBy),
        series(days, 'day'),
        series(before, 'day'),
      ]),
    enabled,
    refetchInterval: 300_000,
  });
  const age = query.data ? query.dataUpdatedAt - ageOf(query.data) : 0;
  return (
    <Panel title={texts.tickets} actions={<Age at={age} />}>
      <Filters />
      {enabled && (
        <Loaded query={query}>
          {([now, former, byDay, byDayBefore]) => (
            <>
              <Facts
                facts={[
                  totals(texts.tickets, finishedOf(span), totalsOf(byDay), totalsOf(byDayBefore)),
                  [
                    texts.unresolved,
                    numberText(
                      byDay.series.reduce(
                        (all, { open, inProgress }) => all + open + inProgress,
                        0,
                      ),
                    ),
                  ],
                ]}
              />
              <Lines
                title={texts.overTime}
                axis={texts.groupings[groupBy]}
                unit={texts.unit}
                range={`${days.from} a ${days.to}`}
                series={[spanText(days), spanText(before)]}
                unfinished={days.to >= civilToday() ? texts.ongoing[groupBy] : undefined}
                points={Array.from(
                  { length: Math.max(now.series.length, former.series.length) },
                  (_, index) => {
                    const [one, other] = [now.series[index], former.series[index]];
                    // The previous month may have more days than this one.
                    const label = periodText(one?.period ?? other?.period ?? '');
                    return [label, one?.total ?? null, other?.total ?? null];
                  },
                )}
              />
            </>
          )}
        </Loaded>
      )}
    </Panel>
  );
};
