import { sql, type Updateable } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Schema } from '../../db/schema.ts';
import { handleDueEvents, receiveNewsletterEvent } from '../../server/newsletter-events/service.ts';
import { startAppWithNewsletter } from '../quiz/edition-fixtures.ts';

const now = new Date('2026-05-12T11:00:00.000Z');
const secret = 'a-token-of-the-newsletter';
const room = await startAppWithNewsletter(
  { BEEHIIV_WEBHOOK_SECRET: secret, QUIZ_TRIGGER: 'edition' },
  { now: () => now },
);
afterAll(() => room.close());
const admin = await room.trpc({ role: 'admin' });
const ctx = room.service.contextFor('test');
const { db } = ctx;
const { newsletter, model } = room;

beforeEach(async () => {
  await db.deleteFrom('newsletter_events').execute();
});

const work = () => admin.jobs.run.mutate({ name: 'newsletter-events' });
const receive = async (event_type: string, data?: object, uid = `evt_${crypto.randomUUID()}`) => {
  const proof = { body: Buffer.of(), headers: {}, token: secret };
  await receiveNewsletterEvent(ctx, { uid, event_type, ...(data && { data }) }, proof);
  return uid;
};
const rowOf = async (uid: string) =>
  db.selectFrom('newsletter_events').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
const change = (uid: string, values: Updateable<Schema['newsletter_events']>) =>
  db.updateTable('newsletter_events').set(values).where('uid', '=', uid).execute();
const databaseClock = async () => {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  return rows[0]?.at.getTime() ?? Number.NaN;
};
const ahead = (ms: number) => new Date(Date.now() + ms);
const askedFor = (ids: readonly string[]) =>
  newsletter.requests.flatMap(({ url }) => ids.filter((id) => url.pathname.endsWith(`/${id}`)));
/** An event of a subscription that the platform has. */
const aSubscription = async () => {
  const id = `sub_${crypto.randomUUID()}`;
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  newsletter.subscriptions.set(id, { email, status: 'active' });
  return { id, email, uid: await receive('subscription.created', { id }) };
};

describe('an event that arrives', () => {
  it.each<[string, object | undefined, string | null, string]>([
    ['subscription.created', { id: 'sub_1' }, 'sub_1', 'pending'],
    ['newsletter_list_subscription.x', { id: 'a', subscription_id: 'sub_2' }, 'sub_2', 'pending'],
    ['newsletter_list_subscription.x', { id: 'sub_3' }, 'sub_3', 'pending'],
    ['post.sent', { id: 'post_1' }, 'post_1', 'pending'],
    ['post.sent', {}, null, 'ignored'],
    ['subscription.created', undefined, null, 'ignored'],
    ['post.updated', { id: 'post_1' }, 'post_1', 'ignored'],
    ['subscriptions.created', { id: 'sub_1' }, 'sub_1', 'ignored'],
    ['survey.subscription', { id: 'sub_1' }, 'sub_1', 'ignored'],
  ])('%s with %o is stored for %s as %s', async (type, data, subject, status) => {
    const uid = await receive(type, data);
    expect(await rowOf(uid)).toMatchObject({ type, subject_id: subject, status, attempts: 0 });
  });

  it('is ignored if the quiz is made at noon and an edition was sent', async () => {
    const uid = `evt_${crypto.randomUUID()}`;
    await receiveNewsletterEvent(
      {
        ...ctx,
        config: { ...ctx.config, newsletterEvents: { secrets: [secret], quizTrigger: 'noon' } },
      },
      { uid, event_type: 'post.sent', data: { id: 'post_1' } },
      { body: Buffer.of(), headers: {}, token: secret },
    );
    expect(await rowOf(uid)).toMatchObject({ status: 'ignored' });
  });

  it('is handled once, however often it arrives', async () => {
    const { id, uid } = await aSubscription();
    await work();
    await receive('subscription.created', { id }, uid);
    await work();
    expect(await rowOf(uid)).toMatchObject({ status: 'done', attempts: 1 });
    expect(askedFor([id])).toHaveLength(1);
  });
});

describe('the job newsletter-events', () => {
  it('works on every due event once, those due for longest first', async () => {
    const events = [];
    for (let index = 0; index < 12; index += 1) events.push(await aSubscription());
    // The last to arrive has been due for longest.
    for (const [index, { uid }] of events.entries()) {
      await change(uid, { due_at: ahead(-60_000 * (index + 1)) });
    }
    await work();
    for (const { uid, email } of events) {
      expect(await rowOf(uid)).toMatchObject({
        status: 'done',
        attempts: 1,
        lease_until: null,
        error: null,
      });
      expect(await admin.accounts.get.query({ email })).toMatchObject({ email });
    }
    const asked = askedFor(events.map(({ id }) => id));
    expect(asked).toHaveLength(12);
    // Four are worked on at a time.
    expect(asked.indexOf(events.at(-1)?.id ?? '')).toBeLessThan(4);
    expect(asked.indexOf(events[0]?.id ?? '')).toBeGreaterThanOrEqual(8);
  });

  it('leaves events that are not due, leased, done or given up', async () => {
    const [later, leased, expired, done, failed] = [
      await aSubscription(),
      await aSubscription(),
      await aSubscription(),
      await aSubscription(),
      await aSubscription(),
    ];
    await change(later.uid, { due_at: ahead(3_600_000) });
    await change(leased.uid, { attempts: 1, lease_until: ahead(3_600_000) });
    await change(expired.uid, { attempts: 1, lease_until: ahead(-60_000) });
    await change(done.uid, { status: 'done' });
    await change(failed.uid, { status: 'failed' });
    await work();
    expect(askedFor([later, leased, expired, done, failed].map(({ id }) => id))).toEqual([
      expired.id,
    ]);
    expect(await rowOf(expired.uid)).toMatchObject({ status: 'done', attempts: 2 });
    expect(await rowOf(leased.uid)).toMatchObject({ status: 'pending', attempts: 1 });
  });

  it('claims nothing once it is stopped', async () => {
    const { uid } = await aSubscription();
    await handleDueEvents(ctx, AbortSignal.abort());
    expect(await rowOf(uid)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  it('goes on with other events when one fails', async () => {
    const [failing, next] = [await aSubscription(), await aSubscription()];
    newsletter.subscriptions.set(failing.id, { email: 'no address', status: 'active' });
    await work();
    expect(await rowOf(failing.uid)).toMatchObject({
      status: 'pending',
      attempts: 1,
      lease_until: null,
      error: 'unexpected response shape',
    });
    expect(await rowOf(next.uid)).toMatchObject({ status: 'done' });
    expect(room.logs).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: 'newsletter event failed',
        event: failing.uid,
        type: 'subscription.created',
      }),
    );
  });

  it('retries after 1, 2, 5 and 15 minutes and then every hour, and forgets the error', async () => {
    const { id, uid, email } = await aSubscription();
    newsletter.subscriptions.set(id, { email: 'no address', status: 'active' });
    for (const minutes of [1, 2, 5, 15, 60, 60]) {
      await change(uid, { due_at: new Date(0) });
      const earliest = (await databaseClock()) + minutes * 60_000;
      await work();
      const latest = (await databaseClock()) + minutes * 60_000;
      const { due_at } = await rowOf(uid);
      expect(due_at.getTime()).toBeGreaterThanOrEqual(earliest - 1);
      expect(due_at.getTime()).toBeLessThanOrEqual(latest + 1);
    }
    newsletter.subscriptions.set(id, { email, status: 'active' });
    await change(uid, { due_at: new Date(0) });
    await work();
    expect(await rowOf(uid)).toMatchObject({ status: 'done', attempts: 7, error: null });
  });

  it('works on four events at once, and stores 300 characters of why each failed', async () => {
    const uids: string[] = [];
    for (let count = 0; count < 5; count += 1) uids.push((await aSubscription()).uid);
    const [all, asked] = [Promise.withResolvers<never>(), [] as string[]];
    const findSubscription = (id: string) => {
      asked.push(id);
      return all.promise;
    };
    const working = handleDueEvents(
      { ...ctx, newsletter: { ...ctx.newsletter, findSubscription } },
      new AbortController().signal,
    );
    await expect.poll(() => asked.length).toBe(4);
    const held = await Promise.all(uids.map(rowOf));
    expect(held.map(({ attempts }) => attempts).sort()).toEqual([0, 1, 1, 1, 1]);
    all.reject(new Error('x'.repeat(301)));
    await working;
    for (const uid of uids) expect((await rowOf(uid)).error).toBe('x'.repeat(300));
  });

  it('gives an event up a day after it arrived', async () => {
    const [old, younger] = [await aSubscription(), await aSubscription()];
    for (const { id } of [old, younger]) {
      newsletter.subscriptions.set(id, { email: 'no address', status: 'active' });
    }
    await change(old.uid, { received_at: ahead(-24 * 3_600_000) });
    await change(younger.uid, { received_at: ahead(-23 * 3_600_000) });
    await work();
    expect(await rowOf(old.uid)).toMatchObject({
      status: 'failed',
      lease_until: null,
      error: 'unexpected response shape',
    });
    expect(await rowOf(younger.uid)).toMatchObject({ status: 'pending' });
  });

  it('claims an event for five minutes, and leaves it to a process that took it over', async () => {
    await db.deleteFrom('quizzes').execute();
    const [edition] = newsletter.editions.filter(({ publishedAt }) => publishedAt <= now);
    for (const behaviour of ['refusal', 'well'] as const) {
      const uid = await receive('post.sent', { id: edition?.id });
      const { uid: next } = await aSubscription();
      const asked = model.requests.length;
      const release = model.hold();
      model.next(behaviour);
      const earliest = (await databaseClock()) + 300_000;
      const working = work();
      await expect.poll(() => model.requests.length).toBe(asked + 1);
      // Other events do not wait for it.
      await expect.poll(async () => (await rowOf(next)).status).toBe('done');
      const latest = (await databaseClock()) + 300_000;
      const { lease_until } = await rowOf(uid);
      expect(lease_until?.getTime()).toBeGreaterThanOrEqual(earliest - 1);
      expect(lease_until?.getTime()).toBeLessThanOrEqual(latest + 1);
      await handleDueEvents(ctx, new AbortController().signal);
      expect(await rowOf(uid)).toMatchObject({ attempts: 1 });
      // The lease expired meanwhile, and another process works on the event.
      await change(uid, { attempts: 2 });
      release();
      await working;
      expect(await rowOf(uid)).toMatchObject({
        status: 'pending',
        attempts: 2,
        lease_until,
        error: null,
      });
      await db.deleteFrom('newsletter_events').execute();
    }
  });
});

describe('the work on an event', () => {
  it('generates no quiz for an edition of the future', async () => {
    await db.deleteFrom('quizzes').execute();
    const scheduled = newsletter.editions.find(({ publishedAt }) => publishedAt > now);
    const asked = model.requests.length;
    const uid = await receive('post.sent', { id: scheduled?.id });
    await work();
    expect(await rowOf(uid)).toMatchObject({ status: 'pending', error: 'no-edition-available' });
    expect(model.requests).toHaveLength(asked);
  });

  it('stores no act if the platform has no such subscription, or the account knows its state', async () => {
    const unknown = await receive('subscription.deleted', { id: 'sub_of_nobody' });
    const { id, email } = await aSubscription();
    await work();
    const again = await receive('subscription.updated', { id });
    await work();
    for (const uid of [unknown, again]) {
      expect(await rowOf(uid)).toMatchObject({ status: 'done', attempts: 1 });
    }
    const { items } = await admin.audit.list.query({ target: `account:${email}` });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      action: 'accounts.upsert',
      changes: [{ field: 'subscriptionStatus', after: 'active' }],
    });
  });
});
