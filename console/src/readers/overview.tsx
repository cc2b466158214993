import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import { Chart } from '../charts/chart.tsx';
import { useAddress } from '../parts/address.ts';
import { Facts, Panel } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { shortDay } from '../parts/time.ts';
import { Loaded } from '../parts/waiting.tsx';
import { readerTexts as texts } from '../texts/readers.ts';

const count = { unit: texts.unit, series: [texts.readers] };

/** How many readers there are, what they read, and how long their streaks are. */
export const Overview = () => {
  const { search, change } = useAddress();
  const { dias = '' } = search;
  const days = dias in texts.periods ? Number(dias) : 30;
  const query = useQuery(read('streaks.overview', { days }));
  return (
    <Panel
      title={texts.overview}
      actions={
        <Select
          label={texts.period}
          value={String(days)}
          options={Object.entries(texts.periods)}
          onChange={(chosen) => change({ dias: chosen })}
        />
      }
    >
      <Loaded query={query}>
        {(data) => (
          <>
            <Facts
              facts={(['readers', 'readToday', 'atRisk'] as const).map((name) => [
                texts[name],
                data[name].toLocaleString('pt-BR'),
              ])}
            />
            <Chart
              kind="lines"
              title={texts.perDay}
              axis={texts.day}
              {...count}
              points={data.perDay.map(({ day, readers }) => [shortDay(day), readers])}
            />
            <Chart
              kind="bars"
              title={texts.distribution}
              axis={texts.length}
              {...count}
              points={data.distribution.map((part) => [
                texts.steps(part.from, part.to),
                part.readers,
              ])}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
};
