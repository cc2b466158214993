import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, write } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import { type Action, Actions } from '../parts/actions.tsx';
import { useAddress } from '../parts/address.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/page.tsx';
import { List } from '../parts/table.tsx';
import { operationTexts } from '../texts/operations.ts';
import { Deliveries } from './deliveries.tsx';

const { columns, webhooks: texts } = operationTexts;
const overlapHours = 24;
type Webhook = OutputOf<'webhooks.list'>['items'][number];
type Show = (secret: string) => void;

/** The endpoints that get events of the service. */
export const Webhooks = () => {
  const { search, change } = useAddress();
  const list = useQuery({ ...read('webhooks.list'), select: ({ items }) => items });
  const [secret, setSecret] = useState<string>();
  const open = list.data?.find(({ id }) => String(id) === search.webhook);
  return (
    <>
      <Actions actions={[creation(setSecret)]} />
      {secret !== undefined && (
        <Dialog title={texts.secret} onClose={() => setSecret(undefined)}>
          <p>{texts.secretOnce}</p>
          <input aria-label={texts.secret} readOnly value={secret} />
        </Dialog>
      )}
      <List
        label={operationTexts.sections.webhooks.title}
        query={list}
        keyOf={({ id }) => id}
        columns={[
          { title: columns.address, cell: ({ url }) => url },
          { title: texts.events, cell: ({ events }) => events.map(texts.eventOf).join(', ') },
          { title: columns.state, cell: ({ status }) => texts.states[status] },
          { title: texts.pending, number: true, cell: ({ pending }) => pending },
        ]}
        actions={(webhook) => [
          { text: texts.deliveries, opens: () => change({ webhook: String(webhook.id) }) },
          ...actionsOf(webhook, setSecret),
        ]}
      />
      {open && <Deliveries id={open.id} url={open.url} />}
    </>
  );
};

const creation = (show: Show): Action => ({
  text: texts.create,
  asks: (
    <>
      <Field label={columns.address}>
        <input type="url" name="url" required />
      </Field>
      {texts.allEvents.map((event) => (
        <label key={event}>
          <input type="checkbox" name={event} defaultChecked /> {texts.eventOf(event)}
        </label>
      ))}
    </>
  ),
  run: async ({ url = '', ...chosen }) => {
    const events = texts.allEvents.filter((event) => event in chosen);
    show((await write('webhooks.create', { url, events })).secret);
  },
});

const actionsOf = ({ id, status, pending }: Webhook, show: Show): Action[] => {
  const enable = { ...texts.enable(pending), run: () => write('webhooks.enable', { id }) };
  const rotate = async () => show((await write('webhooks.rotate', { id, overlapHours })).secret);
  return [
    ...(status === 'active' ? [] : [enable]),
    { ...texts.rotate(overlapHours), run: rotate },
    { ...texts.remove(pending), danger: true, run: () => write('webhooks.delete', { id }) },
  ];
};
