import { type OutputOf, useRead } from '../api/client.ts';
import { Bars } from '../ui/charts/chart.tsx';
import type { Point } from '../ui/charts/drawing.ts';
import { Select } from '../ui/form.tsx';
import { Age, Loaded, Panel } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import type { filterOf } from './filters.tsx';
import { ageOf } from './overview-figures.ts';
import type { Days } from './period.ts';
import styles from './reports.module.css';
import { reportTexts as texts } from './texts.ts';

const businessHours = '09:00-18:00';

const inHours = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds / 36) / 100;

type Times = OutputOf<'reports.responseTimes'>['items'];

/** The bars of the charts of times to reply and to resolve. */
export const barsOf = (items: Times) =>
  (['firstReply', 'resolution'] as const).map((kind) => ({
    title: texts[kind],
    points: items.map(
      (item): Point => [
        item.name,
        inHours(item[`${kind}MedianSeconds`]),
        inHours(item[`${kind}P90Seconds`]),
      ],
    ),
  }));

/** Times to reply and to resolve, by category or by agent. */
export const Responses = ({
  days,
  filter,
}: {
  days: Days;
  filter: Omit<ReturnType<typeof filterOf>, 'groupBy'>;
}) => {
  const { search, change } = useAddress();
  const by = search.by === 'agent' ? 'agent' : 'category';
  const count = search.count === 'business' ? 'business' : 'all';
  const hours = count === 'business' ? businessHours : undefined;
  const times = useRead('reports.responseTimes', { ...filter, ...days, by, businessHours: hours });
  return (
    <Panel
      title={texts.responses}
      actions={
        <>
          <Age at={times.data ? times.dataUpdatedAt - ageOf([times.data]) : 0} />
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
        {({ items }) => (
          <div className={styles.two}>
            {barsOf(items).map((bars) => (
              <Bars
                key={bars.title}
                {...bars}
                range={`${days.from} a ${days.to}`}
                axis={texts.axes[by]}
                unit={texts.hours}
                series={[texts.median, texts.p90]}
              />
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  );
};
