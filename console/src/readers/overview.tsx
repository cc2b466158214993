import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import { useAddress } from '../parts/address.ts';
import { Facts, Panel } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { Table } from '../parts/table.tsx';
import { Failed, Loading } from '../parts/waiting.tsx';
import { readerTexts as texts } from '../texts/readers.ts';

/** How many readers there are, what they read, and how long their streaks are. */
export const Overview = () => {
  const { search, change } = useAddress();
  const { dias = '' } = search;
  const days = dias in texts.periods ? Number(dias) : 30;
  const { data, error, refetch } = useQuery(read('streaks.overview', { days }));
  if (error) return <Failed error={error} onAgain={() => void refetch()} />;
  if (!data) return <Loading />;
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
      <Facts
        facts={[
          [texts.readers, data.readers.toLocaleString('pt-BR')],
          [texts.readToday, data.readToday.toLocaleString('pt-BR')],
          [texts.atRisk, data.atRisk.toLocaleString('pt-BR')],
        ]}
      />
      <Table
        label={texts.distribution}
        items={data.distribution}
        keyOf={({ from }) => from}
        columns={[
          { title: texts.streak, cell: ({ from, to }) => texts.steps(from, to) },
          {
            title: texts.readers,
            cell: ({ readers }) => readers.toLocaleString('pt-BR'),
            number: true,
          },
        ]}
      />
    </Panel>
  );
};
