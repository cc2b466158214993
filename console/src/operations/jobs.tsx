import { useRead, write } from '../api/client.ts';
import { Moment } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { operationTexts } from './texts.ts';

const { columns, jobs: texts } = operationTexts;

/** Scheduled jobs: each job's last outcome, its next run, and a button that runs it now. */
export const Jobs = () => (
  <List
    label={operationTexts.sections.jobs.title}
    query={useRead('jobs.list')}
    keyOf={({ name }) => name}
    columns={{
      [columns.job]: ({ name }) => texts.names[name] ?? name,
      [columns.last]: ({ lastRun }) => lastRun && <Moment at={lastRun.startedAt} />,
      [columns.state]: ({ lastRun }) => texts.outcome(lastRun),
      [columns.next]: ({ nextRun }) => <Moment at={nextRun} />,
    }}
    actions={({ name }) => [{ ...texts.run, run: () => run(name) }]}
  />
);

const run = async (name: string): Promise<string> =>
  texts.outcome(await write('jobs.run', { name }));
