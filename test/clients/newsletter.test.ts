import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openNewsletter } from '../../server/clients/newsletter.ts';

const location = { apiKey: 'k', publicationId: 'pub_1', baseUrl: 'https://newsletter.example/v2' };
const { signal } = new AbortController();
const moment = new Date('2026-03-10T12:00:00Z');
const seconds = moment.getTime() / 1_000;

/** A newsletter whose platform answers so, or fails, one answer after the other. */
const given = (...answers: (Response | Error)[]) => {
  const paths: string[] = [];
  const requests: RequestInit[] = [];
  const newsletter = openNewsletter(location, async (url, init = {}) => {
    paths.push(String(url).split('https://newsletter.example/v2/publications/pub_1/')[1] ?? '');
    requests.push(init);
    const answer = answers.shift() ?? new Response(null, { status: 404 });
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { ...newsletter, paths, requests };
};

const post = (more: object) => Response.json({ data: { id: 'a', title: 'A', ...more } });
const refusal = (status: number, headers?: Record<string, string>) =>
  new Response(null, { status, ...(headers && { headers }) });

afterEach(() => void vi.useRealTimers());

describe('the newsletter', () => {
  it.each([
    ['at this second', { publish_date: seconds, status: 'confirmed' }, true],
    ['a second later', { publish_date: seconds + 1, status: 'confirmed' }, false],
    ['of no status', { publish_date: seconds }, true],
    ['that is a draft', { publish_date: seconds, status: 'draft' }, false],
    ['that is archived', { publish_date: seconds, status: 'archived' }, false],
    ['without a moment', { publish_date: null, status: 'confirmed' }, false],
  ])('knows whether an edition %s is published', async (_, edition, isPublished) => {
    expect(await given(post(edition)).isPublished('a', moment, signal)).toBe(isPublished);
  });

  it('caches by its id when an edition is published, not whether it is', async () => {
    const { isPublished, paths } = given(post({ publish_date: seconds + 60 }));
    expect(await isPublished('a/b', moment, signal)).toBe(false);
    const later = new Date(moment.getTime() + 60_000);
    expect(await isPublished('a/b', later, signal)).toBe(true);
    expect(await isPublished('c', later, signal)).toBe(false);
    expect(await isPublished('c', later, signal)).toBe(false);
    expect(paths).toEqual(['posts/a%2Fb', 'posts/c']);
  });

  it('asks again after a minute for an edition that did not exist', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let now = 1;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const { isPublished, paths } = given();
    const asked: number[] = [];
    for (const ms of [0, 59_999, 2]) {
      now += ms;
      // The cache looks at the clock once a millisecond.
      vi.advanceTimersByTime(1);
      await isPublished('c', moment, signal);
      asked.push(paths.length);
    }
    expect(asked).toEqual([1, 1, 2]);
  });

  it('takes the newest edition of this second or before, of five pages at most', async () => {
    const page = (date: number, count = 10) =>
      Response.json({
        data: Array.from({ length: count }, (_, at) => ({
          id: `${date - at}`,
          title: 'A',
          publish_date: date - at,
        })),
        total_pages: 9,
      });
    const content = Response.json({ data: { content: { free: { web: 'Bom dia' } } } });
    const found = given(page(seconds + 20), page(seconds + 3), content);
    expect(await found.latestEdition(moment, signal)).toEqual({
      id: `${seconds}`,
      title: 'A',
      publishedAt: moment,
      html: 'Bom dia',
    });
    const query = 'status=confirmed&order_by=publish_date&direction=desc&limit=10';
    expect(found.paths).toEqual([
      `posts?${query}&page=1`,
      `posts?${query}&page=2`,
      `posts/${seconds}?expand[]=free_web_content`,
    ]);
    expect(found.requests[0]).toMatchObject({
      headers: { authorization: 'Bearer k', accept: 'application/json' },
      redirect: 'error',
    });
    const future = given(...Array.from({ length: 6 }, () => page(seconds + 99)));
    expect(await future.latestEdition(moment, signal)).toBeUndefined();
    expect(future.paths).toHaveLength(5);
    const last = { data: Array(10).fill({ id: 'a', title: 'A' }), total_pages: 1 };
    for (const only of [given(page(seconds + 99, 9)), given(Response.json(last))]) {
      expect(await only.latestEdition(moment, signal)).toBeUndefined();
      expect(only.paths).toHaveLength(1);
    }
  });

  it.each([
    [400, 1],
    [401, 1],
    [429, 3],
    [499, 1],
    [500, 3],
    [503, 3],
  ])('refused with %i asks so often: %i', async (status, requests) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: moment });
    const now = { 'RateLimit-Reset': String(seconds) };
    const { findSubscription, paths } = given(
      ...Array.from({ length: 4 }, () => refusal(status, now)),
    );
    const found = findSubscription('s', signal);
    const refused = expect(found).rejects.toMatchObject({ status, message: `HTTP ${status}` });
    await refused;
    expect(paths).toHaveLength(requests);
  });

  it('does not wait for a platform that is busy for more than half a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: moment });
    const { findSubscription, paths } = given(
      refusal(429, { 'RateLimit-Reset': String(seconds + 31) }),
    );
    await expect(findSubscription('s', signal)).rejects.toMatchObject({ status: 429 });
    expect(paths).toEqual(['subscriptions/s']);
  });

  it.each([
    ['of another shape', Response.json({ data: {} }), 'unexpected response shape'],
    ['over 5 MiB', new Response('x'.repeat(5 * 1_048_576 + 1)), 'response over 5242880 bytes'],
  ])('fails on a response %s', async (_, answer, message) => {
    const { findSubscription, paths } = given(answer);
    await expect(findSubscription('s', signal)).rejects.toThrow(message);
    expect(paths).toHaveLength(1);
  });

  it('neither waits nor asks again once its time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: moment });
    const waiting = new AbortController();
    const { findSubscription, paths } = given(
      refusal(429, { 'RateLimit-Reset': String(seconds + 30) }),
    );
    const failed = expect(findSubscription('s', waiting.signal)).rejects.toThrow(
      'deadline exceeded',
    );
    await vi.waitFor(() => expect(paths).toHaveLength(1));
    waiting.abort();
    await failed;
    const over = given(new TypeError('aborted'), new TypeError('aborted'));
    const late = over.findSubscription('s', AbortSignal.abort());
    await expect(late).rejects.toThrow('no readable response');
    expect([paths, over.paths]).toEqual([['subscriptions/s'], ['subscriptions/s']]);
  });
});
