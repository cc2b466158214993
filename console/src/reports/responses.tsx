import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import { Chart } from '../charts/chart.tsx';
import { useAddress } from '../parts/address.ts';
import { Choice } from '../parts/choice.tsx';
import { Panel } from '../parts/page.tsx';
import { Loaded } from '../parts/waiting.tsx';
import { reportTexts as texts } from '../texts/reports.ts';
import type { Days } from './period.ts';

const businessHours = '09:00-18:00';

const inHours = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds / 36) / 100;

/** How long replies and resolutions took, by category or by agent. */
export const Responses = ({ days }: { days: Days }) => {
  const { search, change } = useAddress();
  const by = search.by === 'agent' ? 'agent' : 'category';
  const count = search.count === 'business' ? 'business' : 'all';
  const times = useQuery(
    read('reports.responseTimes', {
      ...days,
      by,
      businessHours: count === 'business' ? businessHours : undefined,
    }),
  );
  return (
    <Panel
      title={texts.responses}
      actions={
        <>
          <Choice
            label={texts.by}
            options={texts.bys}
            value={by}
            onChange={(by) => change({ by })}
          />
          <Choice
            label={texts.count}
            options={texts.counts}
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
