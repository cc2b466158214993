import { afterEach, describe, expect, it } from 'vitest';
import { sendDueWebhooks } from '../../server/webhooks/send.ts';
import { clonePostgres } from '../database.ts';
import { startApp, type TestApp } from '../harness.ts';
import { ageWebhooks } from '../support/age.ts';
import { type Behaviour, startReceiver } from './receivers.ts';

const events = 20;
const accept: Behaviour = (res) => res.writeHead(200).end();

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const aReceiver = async (behaviour?: Behaviour) => {
  const receiver = await startReceiver(behaviour);
  closing.push(receiver.close);
  return receiver;
};

/** Services on one database. */
const startServices = async (count: number) => {
  const database = await clonePostgres();
  closing.push(database.drop);
  const apps: TestApp[] = [];
  while (apps.length < count) {
    const app = await startApp({ WEBHOOK_ADDRESSES: 'any' }, { database: database.location });
    closing.push(app.close);
    apps.push(app);
  }
  const [first] = apps;
  if (!first) throw new Error('no service');
  const admin = await first.trpc();
  const { signal } = new AbortController();
  return {
    url: database.url,
    admin,
    db: first.service.contextFor('test').db,
    subscribe: async (url: string) =>
      (await admin.webhooks.create.mutate({ url, events: ['ticket.created'] })).id,
    aTicket: async () =>
      (await admin.tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Entrega' })).id,
    /** One run of the job in each process, at the same time. */
    send: () =>
      Promise.all(apps.map(({ service }) => sendDueWebhooks(service.contextFor('test'), signal))),
  };
};

describe('endpoints that misbehave', () => {
  it('isolates misbehaving endpoints: nothing lost, repeated or delayed', async () => {
    const { admin, db, subscribe, aTicket, send } = await startServices(2);
    const good = await aReceiver();
    const held: (() => void)[] = [];
    const slow = await aReceiver((res) => held.push(() => res.writeHead(200).end()));
    const redirecting = await aReceiver((res) => res.writeHead(302, { location: good.url }).end());
    const failing = await aReceiver((res) => res.writeHead(500).end());
    // Reads the event, then breaks the connection off: the outcome is unknown.
    const lying = await aReceiver((res) => res.socket?.destroy());
    const dead = await startReceiver();
    await dead.close();
    const others = [slow, redirecting, failing, lying];
    const ids = new Map<{ url: string }, number>();
    for (const receiver of [good, ...others, dead]) {
      ids.set(receiver, await subscribe(receiver.url));
    }
    for (let event = 0; event < events; event += 1) await aTicket();
    const run = send();
    await Promise.all([good.count(events), slow.count(1)]);
    // All of the good one's have arrived while the slow one still has not answered its first.
    expect(slow.received).toHaveLength(1);
    expect(new Set(good.ids()).size).toBe(events);
    expect(good.received).toHaveLength(events);
    slow.behave(accept);
    held[0]?.();
    await run;
    for (const receiver of [redirecting, failing, lying]) {
      expect(receiver.received).toHaveLength(1);
      receiver.behave(accept);
    }
    await ageWebhooks(db, 2);
    await send();
    for (const receiver of [slow, redirecting, failing, lying]) {
      // In order. The first one that was not accepted came again under its id; nothing that was
      // accepted did.
      const accepted = receiver === slow ? receiver.ids() : receiver.ids().slice(1);
      expect(accepted).toEqual(good.ids());
      expect(receiver.ids()[0]).toBe(good.ids()[0]);
    }
    const { items } = await admin.webhooks.list.query();
    expect(items.map(({ pending }) => pending)).toEqual([0, 0, 0, 0, 0, events]);
    const log = await admin.webhooks.deliveries.query({ id: ids.get(lying) ?? 0, limit: 100 });
    expect(log.items.at(-1)).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  it('sends each event once from several processes', async () => {
    const { aTicket, subscribe, send } = await startServices(3);
    const receivers = [await aReceiver(), await aReceiver()];
    for (const { url } of receivers) await subscribe(url);
    const tickets = Array.from({ length: events }, () => aTicket());
    await Promise.all([send(), send(), ...tickets]);
    await send();
    for (const receiver of receivers) {
      expect(receiver.received).toHaveLength(events);
      expect(new Set(receiver.ids()).size).toBe(events);
    }
  });
});
