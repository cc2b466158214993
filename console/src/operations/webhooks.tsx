import { type ItemOf, usePages, useRead, write } from '../api/client.ts';
import { type Action, Actions } from '../ui/actions.tsx';
import { Check, type Fields, Input } from '../ui/form.tsx';
import { Moment, Panel } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { List } from '../ui/table.tsx';
import { operationTexts } from './texts.ts';

const { columns, webhooks: texts, deliveries: sent } = operationTexts;
const overlapHours = 24;
type Webhook = ItemOf<'webhooks.list'>;

export const Webhooks = () => {
  const { search, change } = useAddress();
  const list = useRead('webhooks.list');
  const open = list.data?.items.find(({ id }) => String(id) === search.webhook);
  return (
    <>
      <Actions actions={[creation]} />
      <List
        label={operationTexts.sections.webhooks}
        query={list}
        empty={texts.empty}
        columns={{
          [columns.address]: ({ url }) => url,
          [texts.events]: ({ events }) => events.map(texts.eventOf).join(', '),
          [columns.state]: ({ status }) => texts.states[status],
          [texts.pending]: ({ pending }) => pending,
        }}
        actions={(webhook) => [
          { text: texts.deliveries, opens: () => change({ webhook: String(webhook.id) }) },
          ...actionsOf(webhook),
        ]}
      />
      {open && <Deliveries id={open.id} url={open.url} />}
    </>
  );
};

const settings = ({ url, events, ordered }: Pick<Webhook, 'url' | 'events' | 'ordered'>) => (
  <>
    <Input label={columns.address} type="url" name="url" defaultValue={url} required />
    {texts.allEvents.map((event) => (
      <Check
        key={event}
        label={texts.eventOf(event)}
        name={event}
        defaultChecked={events.includes(event)}
      />
    ))}
    <Check label={texts.keepsOrder} name="ordered" defaultChecked={ordered} />
  </>
);

const given = ({ url = '', ordered, ...chosen }: Fields) => ({
  url,
  events: texts.allEvents.filter((event) => event in chosen),
  ordered: ordered !== undefined,
});

const creation: Action = {
  text: texts.create,
  asks: settings({ url: '', events: texts.allEvents, ordered: true }),
  run: async (fields) => (await write('webhooks.create', given(fields))).secret,
  secret: texts.secret,
};

const test = async (id: number): Promise<string> => {
  const { outcome, responseStatus, error } = await write('webhooks.test', { id });
  return outcome === 'delivered' ? texts.test.delivered(responseStatus) : texts.test.failed(error);
};

const actionsOf = (webhook: Webhook): Action[] => {
  const { id, status, pending } = webhook;
  const enable = { ...texts.enable(pending), run: () => write('webhooks.enable', { id }) };
  const rotate = async () => (await write('webhooks.rotate', { id, overlapHours })).secret;
  return [
    ...(status === 'active' ? [] : [enable]),
    { ...texts.test, run: () => test(id) },
    {
      text: texts.edit,
      asks: settings(webhook),
      run: (fields) => write('webhooks.update', { id, ...given(fields) }),
    },
    { ...texts.rotate(overlapHours), run: rotate, secret: texts.secret },
    { ...texts.remove(pending), look: 'danger', run: () => write('webhooks.delete', { id }) },
  ];
};

/** The deliveries to a webhook, and the endpoint's responses. */
const Deliveries = ({ id, url }: { id: number; url: string }) => (
  <Panel title={sent.title(url)}>
    <List
      label={texts.deliveries}
      query={usePages('webhooks.deliveries', { id })}
      empty={sent.empty}
      columns={{
        [columns.event]: ({ type }) => texts.eventOf(type),
        [columns.when]: ({ lastAttemptAt, occurredAt }) => (
          <Moment at={lastAttemptAt ?? occurredAt} />
        ),
        [columns.state]: ({ status, error }) =>
          [sent.states[status], error].filter(Boolean).join(': '),
        [columns.attempts]: ({ attempts }) => attempts,
      }}
      actions={({ id: deliveryId, status }) => [
        status === 'pending'
          ? { ...sent.skip, run: () => write('webhooks.skip', { id, deliveryId }) }
          : { ...sent.replay, run: () => write('webhooks.replay', { id, deliveryId }) },
      ]}
    />
  </Panel>
);
