import { useQuery } from '@tanstack/react-query';
import { read, write } from '../api/client.ts';
import { Actions } from '../parts/actions.tsx';
import { Moment } from '../parts/moment.tsx';
import { Table } from '../parts/table.tsx';
import { Failed, Loading } from '../parts/waiting.tsx';
import { operationTexts } from '../texts/operations.ts';

const { columns, jobs: texts } = operationTexts;

/** Scheduled work: how it went last, when it runs next, and a button that runs it now. */
export const Jobs = () => {
  const { data, error, refetch } = useQuery(read('jobs.list'));
  if (error) return <Failed error={error} onAgain={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <Table
      label={operationTexts.sections.jobs.title}
      items={data}
      keyOf={({ name }) => name}
      columns={[
        { title: columns.job, cell: ({ name }) => texts.names[name] ?? name },
        {
          title: columns.last,
          cell: ({ lastRun }) => lastRun && <Moment at={lastRun.startedAt} />,
        },
        { title: columns.state, cell: ({ lastRun }) => texts.outcome(lastRun) },
        { title: columns.next, cell: ({ nextRun }) => <Moment at={nextRun} /> },
        {
          title: columns.actions,
          cell: ({ name }) => <Actions actions={[{ ...texts.run, run: () => run(name) }]} />,
        },
      ]}
    />
  );
};

const run = async (name: string): Promise<string> =>
  texts.outcome(await write('jobs.run', { name }));
