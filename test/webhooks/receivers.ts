import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { TRPCClient } from '@trpc/client';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { startStubServer } from '../../scripts/sandbox/stub-server.ts';
import type { InternalRouter } from '../../server/internal-router.ts';

const Message = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
});

/** A request that a receiver got. */
export interface Received {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  message: z.infer<typeof Message>;
}

/** Handles a request at a receiver; the default returns 204. */
export type Behaviour = (res: ServerResponse, received: Received) => unknown;

/** A receiver of webhooks on the loopback interface. */
export const startReceiver = async (behaviour: Behaviour = (res) => res.writeHead(204).end()) => {
  const received: Received[] = [];
  let behave = behaviour;
  let watch = () => {};
  const stub = await startStubServer(({ headers, body }, res) => {
    const one = {
      id: String(headers['webhook-id']),
      headers,
      body,
      message: Message.parse(JSON.parse(body)),
    };
    received.push(one);
    watch();
    return () => behave(res, one);
  });
  return {
    port: Number(new URL(stub.url).port),
    url: `${stub.url}/events`,
    received,
    ids: () => received.map(({ id }) => id),
    behave: (next: Behaviour) => {
      behave = next;
    },
    /** Resolves once this many requests have arrived. */
    count: (requests: number) =>
      new Promise<void>((resolve) => {
        watch = () => received.length >= requests && resolve();
        watch();
      }),
    close: stub.close,
  };
};

/** Verifies a request like a receiver; throws unless the secret signed it. */
export const verify = (secret: string, { body, headers }: Received): void => {
  new Webhook(secret).verify(body, Object.fromEntries(headerPairs(headers)));
};

const headerPairs = (headers: IncomingHttpHeaders) =>
  Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);

/** The receivers of a test file. `close` runs after each test, closes them and deletes all webhooks. */
export const openReceivers = (admin: TRPCClient<InternalRouter>) => {
  const { webhooks } = admin;
  const open: (() => Promise<unknown>)[] = [];
  const aReceiver: typeof startReceiver = async (behaviour) => {
    const receiver = await startReceiver(behaviour);
    open.push(receiver.close);
    return receiver;
  };
  const close = async (): Promise<void> => {
    for (const closeOne of open.splice(0)) await closeOne();
    const { items } = await webhooks.list.query();
    for (const { id } of items) await webhooks.delete.mutate({ id });
  };
  return {
    aReceiver,
    close,
    /** Runs the job that sends due deliveries. */
    send: () => admin.jobs.run.mutate({ name: 'send-webhooks' }),
    aTicket: () => admin.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Cobrança' }),
    /** Creates a webhook for new tickets. */
    aWebhook: async (url: string) =>
      (await webhooks.create.mutate({ url, events: ['ticket.created'] })).id,
  };
};
