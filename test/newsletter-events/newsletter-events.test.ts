import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { handleDueEvents } from '../../server/newsletter-events/service.ts';
import { startApp } from '../harness.ts';
import { startAppWithNewsletter } from '../quiz/edition-fixtures.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const now = new Date('2026-05-12T11:00:00.000Z');
const room = await startAppWithNewsletter(
  { BEEHIIV_WEBHOOK_SECRET: secret, QUIZ_TRIGGER: 'edition' },
  { now: () => now },
);
afterAll(() => room.close());
const admin = await room.trpc({ role: 'admin' });
const { db } = room.service.contextFor('test');

const work = () => admin.jobs.run.mutate({ name: 'newsletter-events' });
const unique = () => crypto.randomUUID();
const anEvent = (event_type: string, data: object = {}, uid = `evt_${unique()}`) => ({
  uid,
  event_timestamp: 1_778_583_600,
  event_type,
  data,
});

const post = (event: unknown, headers: Record<string, string> = {}, query = '') =>
  fetch(`${room.url}/integrations/beehiiv${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof event === 'string' ? event : JSON.stringify(event),
  });

/** Headers that sign a body as the platform does. */
const signing = (body: string, { prefix = 'webhook', by = secret, at = new Date() } = {}) => ({
  [`${prefix}-id`]: 'msg_1',
  [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1_000)),
  [`${prefix}-signature`]: new Webhook(by).sign('msg_1', at, body),
});

const send = async (type: string, data: object = {}) => {
  const event = anEvent(type, data);
  const body = JSON.stringify(event);
  expect((await post(body, signing(body))).status).toBe(202);
  return event.uid;
};

const stored = () => db.selectFrom('newsletter_events').select(['uid', 'type', 'status']).execute();
const statusesOf = async (...uids: string[]) =>
  (await stored()).filter(({ uid }) => uids.includes(uid)).map(({ status }) => status);

// A due event of another test would get the failures that a test queues for its own.
beforeEach(async () => {
  await db.deleteFrom('newsletter_events').execute();
  await db.deleteFrom('quizzes').execute();
  await db.deleteFrom('quiz_drafts').execute();
  await db.deleteFrom('quiz_days').execute();
});

describe('POST /integrations/beehiiv', () => {
  it.each(['webhook', 'svix'])('accepts an event signed in %s headers', async (prefix) => {
    const event = anEvent('podcasts.episode.published', { id: 'x' });
    const body = JSON.stringify(event);
    expect((await post(body, signing(body, { prefix }))).status).toBe(202);
    expect(await stored()).toMatchObject([{ uid: event.uid, status: 'ignored' }]);
  });

  it('accepts the secret in the address', async () => {
    const query = `?token=${encodeURIComponent(secret)}`;
    expect((await post(anEvent('post.updated'), {}, query)).status).toBe(202);
  });

  const token = `?token=${encodeURIComponent(secret)}`;
  it.each<[string, (body: string) => Record<string, string>, string]>([
    ['neither signature nor secret', () => ({}), ''],
    ['the beginning of the secret', () => ({}), `?token=${secret.slice(0, -1)}`],
    [
      'a signature by another secret',
      (body) => signing(body, { by: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }),
      '',
    ],
    ['the signature of another body', () => signing('{}'), ''],
    ['an old signature', (body) => signing(body, { at: new Date(Date.now() - 400_000) }), ''],
    ['an empty signature beside the secret', () => ({ 'webhook-signature': '' }), token],
    ['a bad signature beside the secret', () => ({ 'svix-signature': 'v1,x' }), token],
  ])('refuses %s and stores nothing', async (_, headersOf, query) => {
    const event = anEvent('post.sent', { id: 'x' });
    const body = JSON.stringify(event);
    const response = await post(body, headersOf(body), query);
    expect([response.status, response.headers.get('x-error-code')]).toEqual([
      403,
      'invalid-signature',
    ]);
    expect(await stored()).toEqual([]);
  });

  it('is 404 without a secret', async () => {
    const app = await startApp();
    onTestFinished(() => app.close());
    const response = await app.anonymous.receiveNewsletterEvent({
      body: { uid: 'evt_1', event_type: 'post.sent' },
    });
    expect(response.status).toBe(404);
  });
});

describe('post.sent', () => {
  it('generates the quiz of the day once, if the platform has the edition', async () => {
    const [edition] = room.newsletter.editions
      .filter(({ publishedAt }) => publishedAt <= now)
      .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
    // An edition that the platform does not have generates none.
    await send('post.sent', { id: 'post_invented' });
    await work();
    expect((await admin.quiz.list.query()).items).toEqual([]);
    const uids = [
      await send('post.sent', { id: edition?.id }),
      await send('post.sent', { id: edition?.id }),
    ];
    await work();
    expect(await statusesOf(...uids)).toEqual(['done', 'done']);
    const { items } = await admin.quiz.list.query();
    expect(items).toMatchObject([{ quizDate: '2026-05-12', editionTitle: edition?.title }]);
    // Noon finds the quiz there.
    await admin.jobs.run.mutate({ name: 'daily-quiz' });
    expect((await admin.quiz.list.query()).items).toEqual(items);
  });

  it('leaves a held draft of the day to its editors', async () => {
    const { quizId: id } = await admin.quiz.draft.mutate();
    await admin.quiz.edit.mutate({ id, title: 'Corrigido' });
    await admin.quiz.hold.mutate({ id });
    const asked = room.model.requests.length;
    const [edition] = room.newsletter.editions.filter((one) => one.publishedAt <= now);
    const uid = await send('post.sent', { id: edition?.id });
    // In São Paulo it is still the same day.
    const late = {
      ...room.service.contextFor('test'),
      now: () => new Date('2026-05-13T02:59:59Z'),
    };
    await handleDueEvents(late, new AbortController().signal);
    expect(await statusesOf(uid)).toEqual(['done']);
    expect((await admin.quiz.list.query()).items).toMatchObject([
      { id, status: 'held', title: 'Corrigido' },
    ]);
    expect(room.model.requests).toHaveLength(asked);
  });

  it('replaces a blank draft with the quiz', async () => {
    const { quizId } = await admin.quiz.draft.mutate({ blank: true });
    const [edition] = room.newsletter.editions.filter((one) => one.publishedAt <= now);
    const uid = await send('post.sent', { id: edition?.id });
    await work();
    expect(await statusesOf(uid)).toEqual(['done']);
    const { items } = await admin.quiz.list.query();
    expect(items).toMatchObject([{ status: 'published' }]);
    expect(items[0]?.id).not.toBe(quizId);
  });

  it.each([
    ['the platform fails', () => room.newsletter.next('down', 'down', 'down')],
    ['its quiz cannot be made', () => room.model.next('down', 'down', 'down')],
  ])('is retried if %s', async (_, fail) => {
    const [edition] = room.newsletter.editions.filter((one) => one.publishedAt <= now);
    fail();
    const uid = await send('post.sent', { id: edition?.id });
    await work();
    expect((await admin.quiz.list.query()).items).toEqual([]);
    await db
      .updateTable('newsletter_events')
      .set({ due_at: new Date(0) })
      .execute();
    await work();
    expect((await admin.quiz.list.query()).items).toHaveLength(1);
    expect(await statusesOf(uid)).toEqual(['done']);
  });
});

describe('events of subscriptions', () => {
  const subscribe = (id: string, email: string, status = 'active') =>
    room.newsletter.subscriptions.set(id, { email, status });

  it('update the account from the platform, whatever the event contains', async () => {
    const id = `sub_${unique()}`;
    const email = `${unique()}@exemplo.com.br`;
    subscribe(id, email.toUpperCase());
    await send('subscription.created', { id, email: 'outra@exemplo.com.br', status: 'inactive' });
    await work();
    expect(await admin.accounts.get.query({ email })).toMatchObject({
      email,
      subscriptionStatus: 'active',
    });
    await expect(admin.accounts.get.query({ email: 'outra@exemplo.com.br' })).rejects.toThrow();
    subscribe(id, email, 'inactive');
    await send('newsletter_list_subscription.unsubscribed', { id: 'nls_1', subscription_id: id });
    await work();
    expect(await admin.accounts.get.query({ email })).toMatchObject({
      subscriptionStatus: 'inactive',
    });
    room.newsletter.subscriptions.delete(id);
    await send('subscription.deleted', { id });
    await work();
    expect(await admin.accounts.get.query({ email })).toMatchObject({
      subscriptionStatus: 'deleted',
    });
    const { items } = await admin.audit.list.query({ target: `account:${email}` });
    expect(items.map(({ channel, changes }) => [channel, changes[0]?.after])).toEqual([
      ['job', 'deleted'],
      ['job', 'inactive'],
      ['job', 'active'],
    ]);
  });

  it('move the account to a changed address, with its name', async () => {
    const id = `sub_${unique()}`;
    const [old, changed] = [`${unique()}@exemplo.com.br`, `${unique()}@exemplo.com.br`];
    subscribe(id, old);
    await send('subscription.created', { id });
    await work();
    await admin.accounts.upsert.mutate({ email: old, name: 'Ana' });
    subscribe(id, changed);
    await send('subscription.resumed', { id });
    await work();
    expect(await admin.accounts.get.query({ email: changed })).toMatchObject({ name: 'Ana' });
    await expect(admin.accounts.get.query({ email: old })).rejects.toThrow('account-not-found');
    // An account with that address keeps its own name.
    const last = `${unique()}@exemplo.com.br`;
    await admin.accounts.upsert.mutate({ email: last, name: 'Ana Lima' });
    subscribe(id, last, 'inactive');
    await send('subscription.resumed', { id });
    await work();
    expect(await admin.accounts.get.query({ email: last })).toMatchObject({
      name: 'Ana Lima',
      subscriptionStatus: 'inactive',
    });
    await expect(admin.accounts.get.query({ email: changed })).rejects.toThrow();
  });

  it('of an erased person are erased with them', async () => {
    const id = `sub_${unique()}`;
    const email = `${unique()}@exemplo.com.br`;
    subscribe(id, email);
    await send('subscription.created', { id });
    await work();
    const { total } = await admin.people.erase.mutate({ email });
    await admin.people.erase.mutate({ email, dryRun: false, expected: total });
    const rows = await db
      .selectFrom('newsletter_events')
      .select('uid')
      .where('subject_id', '=', id)
      .execute();
    expect(rows).toEqual([]);
  });
});
