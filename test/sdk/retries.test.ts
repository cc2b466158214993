import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Leitor, ResponseEvent } from '../../packages/sdk/src/index.ts';
import { failure, type Reply, stubService, success } from './stub-service.ts';

const answers = [{ fieldId: 'q', answer: 'a' }];
const submitQuiz = (leitor: Leitor) => leitor.submitQuiz({ quizId: 'q', answers });
const operations = [
  (leitor: Leitor) => leitor.listTags(),
  submitQuiz,
  (leitor: Leitor) => leitor.createTag({ name: 'A', color: '#000000' }),
  (leitor: Leitor) => leitor.deleteTag({ id: 1 }),
];

/** A date as HTTP writes it (RFC 9110 §5.6.7). */
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();

/** Calls an operation with one failure first; returns how many requests it took. */
const attemptsAfter = async (reply: Reply, call: (leitor: Leitor) => Promise<unknown>) => {
  const { leitor, requests } = stubService([reply, success([])]);
  const done = call(leitor).catch(() => undefined);
  await vi.runAllTimersAsync();
  await done;
  return requests.length;
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a request is sent again', () => {
  it.each([
    ['a lost connection', new TypeError('fetch failed'), true],
    ['503', failure(503, 'unavailable'), true],
    ['429', failure(429, 'rate-limited'), true],
    ["a proxy's 429", new Response('<html>', { status: 429 }), true],
    ['429 of a quota', failure(429, 'attachment-quota-exceeded'), false],
    ["a proxy's 502", new Response('<html>', { status: 502 }), true],
    ["a proxy's 504", new Response('<html>', { status: 504 }), true],
    ['504 of the service itself', failure(504, 'newsletter-unavailable'), false],
    ["a proxy's 408", new Response('', { status: 408 }), true],
    ['408 of the service itself', failure(408, 'request-timeout'), true],
    ['429 for a minute', failure(429, 'rate-limited', { 'retry-after': '60' }), true],
    ['429 for a second more', failure(429, 'rate-limited', { 'retry-after': '61' }), false],
    ['a key in use by an attempt that was lost', failure(409, 'idempotency-key-in-use'), true],
    ['502 of the service itself', failure(502, 'newsletter-unavailable'), false],
    ['500', failure(500, 'internal-error'), false],
    ['400', failure(400, 'invalid-request'), false],
    [
      '429 for longer than a minute',
      failure(429, 'rate-limited', { 'retry-after': '3600' }),
      false,
    ],
    ['503 until a moment', failure(503, 'unavailable', { 'retry-after': inSeconds(20) }), true],
    ['503 until late', failure(503, 'unavailable', { 'retry-after': inSeconds(3_600) }), false],
  ] as const)('after %s, reads and changes alike: %j', async (_, reply, repeated) => {
    for (const call of operations) {
      expect(await attemptsAfter(reply, call)).toBe(repeated ? 2 : 1);
    }
  });

  it('with the same idempotency key and body, and another key in another call', async () => {
    const { leitor, requests } = stubService([new TypeError('reset'), success({})]);
    const call = submitQuiz(leitor);
    await vi.runAllTimersAsync();
    await call;
    await submitQuiz(leitor);
    await leitor.submitQuiz({ quizId: 'q', answers }, { idempotencyKey: 'k-1' });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(keys[3]).toBe('k-1');
    expect(await requests[1]?.json()).toEqual({ quizId: 'q', answers });
  });

  it('as often as asked, waiting longer each time and as long as the service asks', async () => {
    const waits: (number | undefined)[] = [];
    const onResponse = ({ retryInMs }: ResponseEvent) => void waits.push(retryInMs);
    const { leitor, requests } = stubService(
      [
        failure(503, 'unavailable', { 'retry-after': '5' }),
        new TypeError('reset'),
        new TypeError('reset'),
        new TypeError('reset'),
      ],
      { onResponse, retries: 0 },
    );
    // What the call says comes before what the client was created with.
    const call = leitor.listTags({}, { retries: 2 }).catch(() => undefined);
    await vi.runAllTimersAsync();
    await call;
    expect(requests).toHaveLength(3);
    const [asked, later, last] = waits;
    expect(asked).toBeGreaterThanOrEqual(5_000);
    expect(asked).toBeLessThanOrEqual(5_250);
    expect(later).toBeGreaterThanOrEqual(500);
    expect(later).toBeLessThanOrEqual(1_000);
    expect(last).toBeUndefined();
  });
});

describe('a token that was refused', () => {
  const refused = failure(401, 'invalid-token');

  it('is renewed once for all requests that it was refused with', async () => {
    let current = 'old';
    let renewals = 0;
    const byToken = ({ headers }: Request) =>
      headers.get('authorization') === 'Bearer new' ? success([]) : refused.clone();
    const { leitor, requests } = stubService([byToken], {
      getToken: () => current,
      onUnauthorized: async () => {
        renewals += 1;
        await Promise.resolve();
        current = 'new';
      },
    });
    const calls = await Promise.all(Array.from({ length: 50 }, () => leitor.listTags()));
    expect(calls).toHaveLength(50);
    expect(renewals).toBe(1);
    expect(requests).toHaveLength(100);
  });

  it('is replaced by the token that the renewal returns', async () => {
    const byToken = ({ headers }: Request) =>
      headers.get('authorization') === 'Bearer new' ? success([]) : refused.clone();
    const { leitor, requests } = stubService([byToken], {
      token: 'old',
      onUnauthorized: async () => 'new',
    });
    await leitor.listTags();
    await leitor.listTags();
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
      'Bearer new',
    ]);
  });

  it('fails the call if the renewed one is refused too, or if there is no other', async () => {
    const again = stubService([refused], { token: 'a', onUnauthorized: () => 'b' });
    await expect(again.leitor.listTags()).rejects.toMatchObject({ code: 'invalid-token' });
    expect(again.requests).toHaveLength(2);
    const same = stubService([refused], { token: 'a', onUnauthorized: () => undefined });
    await expect(same.leitor.listTags()).rejects.toMatchObject({ status: 401 });
    expect(same.requests).toHaveLength(1);
  });

  it('rejects with the reason of a renewal that fails', async () => {
    const reason = new Error('signed out');
    const { leitor } = stubService([refused], {
      token: 'a',
      onUnauthorized: () => Promise.reject(reason),
    });
    await expect(leitor.listTags()).rejects.toBe(reason);
  });
});

describe('the hooks', () => {
  it('see every attempt, may add headers, and learn of a replay', async () => {
    const seen: unknown[] = [];
    const { leitor, requests } = stubService(
      [new TypeError('reset'), success({}, { headers: { 'idempotent-replayed': 'true' } })],
      {
        onRequest: ({ headers, attempt }) => headers.set('x-attempt', String(attempt)),
        onResponse: ({ operation, attempt, status, replayed, error }) =>
          void seen.push({ operation, attempt, status, replayed, failed: error !== undefined }),
      },
    );
    const call = submitQuiz(leitor);
    await vi.runAllTimersAsync();
    await call;
    expect(requests.map(({ headers }) => headers.get('x-attempt'))).toEqual(['0', '1']);
    const operation = 'submitQuiz';
    expect(seen).toEqual([
      { operation, attempt: 0, status: 0, replayed: false, failed: true },
      { operation, attempt: 1, status: 200, replayed: true, failed: false },
    ]);
  });
});
