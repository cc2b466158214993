import { useInfiniteQuery } from '@tanstack/react-query';
import { type OutputOf, readPages, usePages, useRead } from '../api/client.ts';
import { Bars, Lines } from '../ui/charts/chart.tsx';
import { Select } from '../ui/form.tsx';
import { Age } from '../ui/format/age.tsx';
import { shortDay } from '../ui/format/time.ts';
import { Facts, Loaded, Panel } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { List } from '../ui/table.tsx';
import { ReaderLink } from './reader-link.tsx';
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

export const Groups = () => {
  const { search, change } = useAddress();
  const { grupo = '' } = search;
  const members = useInfiniteQuery({
    ...readPages('groups.members', { groupId: grupo }),
    enabled: grupo !== '',
  });
  return (
    <Panel title={texts.groups}>
      <List
        label={texts.groups}
        query={usePages('groups.list', {})}
        empty={texts.noGroups}
        columns={{
          [texts.group]: ({ name }) => name,
          [texts.owner]: ({ ownerEmail }) => <ReaderLink email={ownerEmail} />,
          [texts.membersOf]: ({ groupId, name, memberCount }) => (
            <button type="button" onClick={() => change({ grupo: groupId })}>
              {texts.members(memberCount)}
              <span className="hidden">{name}</span>
            </button>
          ),
        }}
      />
      {grupo !== '' && (
        <List
          label={texts.membersOf}
          query={members}
          empty={texts.noMembers}
          columns={{ [texts.email]: ({ email }) => <ReaderLink email={email} /> }}
        />
      )}
    </Panel>
  );
};
