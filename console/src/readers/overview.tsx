import { type OutputOf, useRead } from '../api/client.ts';
import { Bars, Lines } from '../ui/charts/chart.tsx';
import { Select } from '../ui/form.tsx';
import { Age } from '../ui/format/age.tsx';
import { shortDay } from '../ui/format/time.ts';
import { Facts, Loaded, Panel } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { readerTexts as texts } from './texts.ts';

const count = { unit: texts.unit, series: [texts.readers] };

/** The number of readers, their readings, and the distribution of streak lengths. */
export const Overview = () => {
  const { search, change } = useAddress();
  const { dias = '' } = search;
  const days = dias in texts.periods ? Number(dias) : 30;
  const query = useRead('streaks.overview', { days }, { refetchInterval: 60_000 });
  return (
    <Panel
      title={texts.overview}
      actions={
        <>
          <Age at={query.dataUpdatedAt} />
          <Select
            label={texts.period}
            value={String(days)}
            options={Object.entries(texts.periods)}
            onChange={(chosen) => change({ dias: chosen })}
          />
        </>
      }
    >
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
            <p className="muted">{texts.counted}</p>
            <Lines
              title={texts.perDay}
              axis={texts.day}
              {...count}
              range={rangeOf(data.perDay)}
              unfinished={texts.ongoing}
              points={data.perDay.map(({ day, readers }) => [dayText(day, days), readers])}
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

type PerDay = OutputOf<'streaks.overview'>['perDay'];

const rangeOf = (days: PerDay): string => `${days[0]?.day} a ${days.at(-1)?.day}`;

/** A day as text, with its year if the period is longer than a year. */
const dayText = (day: string, days: number): string =>
  days > 360 ? `${shortDay(day)}/${day.slice(2, 4)}` : shortDay(day);
