import { useRead } from '../api/client.ts';
import { Bars, Lines } from '../ui/charts/chart.tsx';
import { shortDay } from '../ui/format/time.ts';
import { Age, Facts, Loaded, Panel } from '../ui/page.tsx';
import { readerTexts as texts } from './texts.ts';

const count = { unit: texts.unit, series: [texts.readers] };

/** The number of readers, their readings, and the distribution of streak lengths. */
export const Overview = () => {
  const query = useRead('streaks.overview', { days: 30 }, { refetchInterval: 60_000 });
  return (
    <Panel title={texts.overview} actions={<Age at={query.dataUpdatedAt} />}>
      <Loaded query={query}>
        {(data) => (
          <>
            <Facts
              facts={(['readers', 'readToday', 'atRisk', 'reminders'] as const).map((name) => [
                texts[name],
                data[name].toLocaleString('pt-BR'),
              ])}
            />
            {data.todayGiven && <p>{texts.todayGiven}</p>}
            <p>{texts.counted}</p>
            <Lines
              title={texts.perDay}
              axis={texts.day}
              {...count}
              range={`${data.perDay[0]?.day} a ${data.perDay.at(-1)?.day}`}
              unfinished={texts.ongoing}
              points={data.perDay.map(({ day, readers }) => [shortDay(day), readers])}
            />
            <Bars
              title={texts.distribution}
              axis={texts.length}
              {...count}
              range={data.perDay.at(-1)?.day ?? ''}
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
