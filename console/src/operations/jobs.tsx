import { useQuery } from '@tanstack/react-query';
import { read, write } from '../api/client.ts';
import { Moment } from '../parts/moment.tsx';
import { List } from '../parts/table.tsx';
import { operationTexts } from '../texts/operations.ts';

const { columns, jobs: texts } = operationTexts;

/** Scheduled work: how it went last, when it runs next, and a button that runs it now. */
export const Jobs = () => (
  <List
    label={operationTexts.sections.jobs.title}
    query={useQuery(read('jobs.list'))}
    keyOf={({ name }) => name}
    columns={[
      { title: columns.job, cell: ({ name }) => texts.names[name] ?? name },
      { title: columns.last, cell: ({ lastRun }) => lastRun && <Moment at={lastRun.startedAt} /> },
      { title: columns.state, cell: ({ lastRun }) => texts.outcome(lastRun) },
      { title: columns.next, cell: ({ nextRun }) => <Moment at={nextRun} /> },
    ]}
    actions={({ name }) => [{ ...texts.run, run: () => run(name) }]}
  />
);

const run = async (name: string): Promise<string> =>
  texts.outcome(await write('jobs.run', { name }));
