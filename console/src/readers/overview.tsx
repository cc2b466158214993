import { useInfiniteQuery } from '@tanstack/react-query';
import { readPages, usePages, useRead } from '../api/client.ts';
import { useAddress } from '../ui/address.ts';
import { Chart } from '../ui/charts/chart.tsx';
import { Select } from '../ui/form.tsx';
import { Facts, Loaded, Panel } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { shortDay } from '../ui/time.ts';
import { ReaderLink } from './reader-link.tsx';
import { readerTexts as texts } from './texts.ts';

const count = { unit: texts.unit, series: [texts.readers] };

/** How many readers there are, what they read, and how long their streaks are. */
export const Overview = () => {
  const { search, change } = useAddress();
  const { dias = '' } = search;
  const days = dias in texts.periods ? Number(dias) : 30;
  const query = useRead('streaks.overview', { days });
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
        keyOf={({ groupId }) => groupId}
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
          keyOf={({ memberId }) => memberId}
          columns={{ [texts.email]: ({ email }) => <ReaderLink email={email} /> }}
        />
      )}
    </Panel>
  );
};
