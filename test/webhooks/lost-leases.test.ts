import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { updateDelivered, updateFailedAttempt } from '../../db/webhooks/deliveries.ts';
import {
  claimWebhook,
  extendClaim,
  releaseWebhook,
  updateWebhookFailure,
  updateWebhookSuccess,
} from '../../db/webhooks/webhooks.ts';
import { inTransaction } from '../../server/context.ts';
import { sendDueWebhooks } from '../../server/webhooks/send.ts';
import { startApp } from '../harness.ts';
import { openReceivers } from './receivers.ts';

const app = await startApp({ WEBHOOK_ADDRESSES: 'any' });
afterAll(() => app.close());
const admin = await app.trpc();
const ctx = app.service.contextFor('test');
const { db } = ctx;

const { aReceiver, aTicket, aWebhook, close, send } = openReceivers(admin);
afterEach(close);

describe('a claimed endpoint', () => {
  it('is the one that has waited longest, and is lost with its lease', async () => {
    const receiver = await aReceiver();
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push(await aWebhook(receiver.url));
    const due = (id: number | undefined, hours: number) =>
      sql`update webhooks set due_at = now() + make_interval(hours => ${hours}::integer) where id = ${id}`.execute(
        db,
      );
    await due(ids[1], -1);
    await due(ids[2], 1);
    expect(await claimWebhook(db, 0)).toBeUndefined();
    await aTicket();
    const lost = await claimWebhook(db, 0);
    if (!lost) throw new Error('nothing claimed');
    expect(lost).toMatchObject({ id: ids[1], url: receiver.url, failures: 0 });
    const held = await claimWebhook(db, 60_000);
    expect(held).toMatchObject({ id: ids[1], claims: lost.claims + 1 });
    expect((await claimWebhook(db, 60_000))?.id).toBe(ids[0]);
    expect(await claimWebhook(db, 60_000)).toBeUndefined();
    expect(await extendClaim(db, lost, 60_000)).toBeUndefined();
    await releaseWebhook(db, lost);
    const failed = await inTransaction(ctx, (tx) =>
      updateWebhookFailure(tx.db, lost, { pauseMs: 0, disableAfterMs: 0 }),
    );
    expect(failed).toBeUndefined();
    expect(await claimWebhook(db, 60_000)).toBeUndefined();
    if (held) await releaseWebhook(db, held);
    expect((await claimWebhook(db, 60_000))?.id).toBe(ids[1]);
  });
});

describe('a result that comes after the lease of its endpoint was lost', () => {
  it('does not change a delivery that another process has delivered', async () => {
    const id = await aWebhook((await aReceiver()).url);
    await aTicket();
    await send();
    const log = async () => (await admin.webhooks.deliveries.query({ id })).items;
    const delivered = await log();
    expect(delivered).toMatchObject([{ status: 'delivered', attempts: 1, responseStatus: 204 }]);
    const { id: deliveryId } = await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', id)
      .executeTakeFirstOrThrow();
    await inTransaction(ctx, async (tx) => {
      const failure = { responseStatus: 500, error: 'HTTP 500', giveUpAfterMs: undefined };
      await updateFailedAttempt(tx.db, deliveryId, failure);
      await updateDelivered(tx.db, deliveryId, 200);
    });
    expect(await log()).toEqual(delivered);
  });

  it('does not end the failing of the endpoint', async () => {
    const receiver = await aReceiver((res) => res.writeHead(500).end());
    const id = await aWebhook(receiver.url);
    await aTicket();
    await send();
    const before = (await admin.webhooks.list.query()).items;
    expect(before).toMatchObject([{ failures: 1, status: 'failing' }]);
    const { claims } = await db
      .selectFrom('webhooks')
      .select('claims')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const lost = { id, claims: claims - 1, url: receiver.url, failures: 0 };
    await inTransaction(ctx, (tx) => updateWebhookSuccess(tx.db, lost));
    expect((await admin.webhooks.list.query()).items).toEqual(before);
  });
});

describe('a failed attempt', () => {
  it('is logged with its endpoint, event, status and reason', async () => {
    const receiver = await aReceiver((res) => res.writeHead(503).end());
    const webhook = await aWebhook(receiver.url);
    await aTicket();
    await send();
    const logged = app.logs.filter((line) => line.webhook === webhook);
    expect(logged).toMatchObject([
      {
        ...{ level: 40, msg: 'webhook not delivered', event: 'ticket.created' },
        ...{ status: 503, reason: 'HTTP 503' },
      },
    ]);
  });
});

it('what an endpoint replied is stored in 300 characters', async () => {
  const webhook = await aWebhook((await aReceiver()).url);
  await aTicket();
  const post = async () => ({ outcome: 'failed', status: null, reason: 'x'.repeat(301) }) as const;
  const open = () => ({ post, close: () => undefined });
  await sendDueWebhooks(
    { ...ctx, webhooks: { ...ctx.webhooks, open } },
    AbortSignal.timeout(60_000),
  );
  const { items } = await admin.webhooks.deliveries.query({ id: webhook });
  expect(items.map(({ error }) => error)).toEqual(['x'.repeat(300)]);
});

describe('the connection to an endpoint', () => {
  it.each([
    ['an event was accepted', () => ({ outcome: 'delivered', status: 204 }) as const],
    ['one was not', () => ({ outcome: 'failed', status: null, reason: 'timeout' }) as const],
    [
      'sending broke',
      () => {
        throw new Error('broken');
      },
    ],
  ])('is closed once %s and no other waits', async (_, answer) => {
    const { url } = await aReceiver();
    await aWebhook(url);
    await aTicket();
    const calls: string[] = [];
    const open = (to: string) => {
      calls.push(`open ${to}`);
      const post = async () => {
        calls.push('post');
        return answer();
      };
      return { post, close: () => calls.push('close') };
    };
    await sendDueWebhooks(
      { ...ctx, webhooks: { ...ctx.webhooks, open } },
      AbortSignal.timeout(60_000),
    );
    expect(calls).toEqual([`open ${url}`, 'post', 'close']);
  });
});
