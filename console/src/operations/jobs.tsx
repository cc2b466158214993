import { useQuery } from '@tanstack/react-query';
import { type ItemOf, read, write } from '../api/client.ts';
import { Moment } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { operationTexts } from './texts.ts';

const { columns, jobs: texts } = operationTexts;

type Job = ItemOf<'jobs.list'>;

/** Scheduled jobs, those that failed first: the last outcome, the next run, and a button that runs it now. */
export const Jobs = () => {
  const query = useQuery({
    ...read('jobs.list'),
    select: ({ items, nextCursor }) => ({
      items: items.toSorted((one, other) => Number(hasFailed(other)) - Number(hasFailed(one))),
      nextCursor,
    }),
  });
  return (
    <List
      label={operationTexts.sections.jobs}
      query={query}
      columns={{
        [columns.job]: ({ name }) => texts.names[name] ?? name,
        [columns.state]: (job) => (
          <span className={hasFailed(job) ? 'danger' : undefined}>
            {texts.outcome(job.lastRun)}
            {job.left ? texts.left(job.left) : null}
          </span>
        ),
        [columns.last]: ({ lastRun }) => lastRun && <Moment at={lastRun.startedAt} />,
        [columns.next]: ({ nextRun }) => <Moment at={nextRun} />,
      }}
      actions={({ name }) => [{ ...texts.run, run: () => run(name) }]}
    />
  );
};

const hasFailed = ({ lastRun }: Job): boolean => lastRun?.outcome === 'failed';

const run = async (name: string): Promise<string> =>
  texts.outcome(await write('jobs.run', { name }));
