import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { updateDelivered, updateFailedAttempt } from '../../db/webhooks/deliveries.ts';
import {
  claimWebhook,
  extendClaim,
  releaseWebhook,
  updateWebhookFailure,
  updateWebhookSuccess,
} from '../../db/webhooks/webhooks.ts';
import { inTransaction } from '../../server/core/context.ts';
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
  it('claims the endpoint that has waited longest, until its lease expires', async () => {
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
  it('ignores a late failure of a delivered event', async () => {
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

  it('ignores a late success after the lease was lost', async () => {
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
    const lost = { id, claims: claims - 1, url: receiver.url, ordered: true, failures: 0 };
    await inTransaction(ctx, (tx) => updateWebhookSuccess(tx.db, lost));
    expect((await admin.webhooks.list.query()).items).toEqual(before);
  });
});

describe('the connection to an endpoint', () => {
  it.each([
    ['an event was accepted', 0, () => ({ outcome: 'delivered', status: 204 }) as const],
    ['one was not', 0, () => ({ outcome: 'failed', status: null, reason: 'timeout' }) as const],
    [
      'sending broke, which is logged',
      1,
      () => {
        throw new Error('broken');
      },
    ],
  ])('is closed once %s and no other waits', async (_, errors, answer) => {
    const { url } = await aReceiver();
    const webhook = await aWebhook(url);
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
    const broken = { level: 50, webhook, msg: 'sending to a webhook failed' };
    const logged = app.logs.filter((line) => line.webhook === webhook && line.level === 50);
    expect(logged).toMatchObject(Array(errors).fill(broken));
  });

  it('gives each endpoint half a minute, and starts none after five minutes', async () => {
    const [busy, slow] = [await aReceiver(), await aReceiver()];
    for (const { url } of [busy, slow]) await aWebhook(url);
    for (let count = 0; count < 12; count += 1) await aTicket();
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const turns: number[] = [];
    const over = Promise.withResolvers<void>();
    const open = (url: string) => {
      if (url === busy.url) turns.push(0);
      const post = async () => {
        if (url === slow.url) await over.promise;
        else {
          turns.push((turns.pop() ?? 0) + 1);
          now += now === 0 ? 29_999 : 30_000;
        }
        if (now > 300_000) over.resolve();
        return { outcome: 'delivered', status: 204 } as const;
      };
      return { post, close: () => undefined };
    };
    const sending = { ...ctx, webhooks: { ...ctx.webhooks, open } };
    await sendDueWebhooks(sending, new AbortController().signal);
    // At 59 999 ms the second one begins, at 299 999 ms the last one.
    expect(turns).toEqual([2, ...Array(9).fill(1)]);
  });
});
