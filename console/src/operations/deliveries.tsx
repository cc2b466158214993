import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readPages, write } from '../api/client.ts';
import { Actions } from '../parts/actions.tsx';
import { Moment } from '../parts/moment.tsx';
import { Field, Panel, Toolbar } from '../parts/page.tsx';
import { List } from '../parts/table.tsx';
import { startOfDay } from '../parts/time.ts';
import { operationTexts } from '../texts/operations.ts';

const { columns, deliveries: texts, webhooks } = operationTexts;

/** What was sent to a webhook, and how it responded. */
export const Deliveries = ({ id, url }: { id: number; url: string }) => (
  <Panel title={texts.title(url)} actions={<ReplaySince id={id} />}>
    <List
      label={webhooks.deliveries}
      query={useInfiniteQuery(readPages('webhooks.deliveries', { id }))}
      empty={texts.empty}
      keyOf={(delivery) => delivery.id}
      columns={[
        { title: columns.event, cell: ({ type }) => webhooks.eventOf(type) },
        {
          title: columns.when,
          cell: ({ lastAttemptAt, occurredAt }) => <Moment at={lastAttemptAt ?? occurredAt} />,
        },
        {
          title: columns.state,
          cell: ({ status, error }) => [texts.states[status], error].filter(Boolean).join(': '),
        },
        { title: columns.attempts, number: true, cell: ({ attempts }) => attempts },
      ]}
      actions={({ id: deliveryId, status }) =>
        status === 'pending'
          ? []
          : [{ ...texts.replay, run: () => write('webhooks.replay', { id, deliveryId }) }]
      }
    />
  </Panel>
);

/** Sends everything since a day again, once it is known how much that is. */
const ReplaySince = ({ id }: { id: number }) => {
  const [day, setDay] = useState('');
  const replay = (dryRun: boolean) =>
    write('webhooks.replay', { id, from: startOfDay(day), dryRun });
  const counted = useQuery({
    queryKey: ['webhooks.replay', id, day],
    queryFn: () => replay(true),
    enabled: day !== '',
  });
  const count = counted.data?.replayed ?? 0;
  return (
    <Toolbar>
      <Field label={texts.since} error={counted.isError ? texts.nothing : undefined}>
        <input type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      </Field>
      {count > 0 && (
        <Actions actions={[{ ...texts.replayMany(count), run: () => replay(false) }]} />
      )}
    </Toolbar>
  );
};
