import { afterAll, beforeEach, expect, it } from 'vitest';
import { retryingFetch } from '../../cli/retrying-fetch.ts';
import { startStubServer } from '../../scripts/sandbox/stub-server.ts';
import { runCommand } from './run-command.ts';

/**
 * The responses of the stub: 429 with each of these `Retry-After`, or without one for null, then an
 * empty list.
 */
let refusals: (string | null)[] = [];
let requests = 0;
beforeEach(() => {
  requests = 0;
});
const stub = await startStubServer(() => {
  requests += 1;
  const retryAfter = refusals.shift();
  if (retryAfter === undefined) {
    return { status: 200, json: { result: { data: { items: [], nextCursor: null } } } };
  }
  const data = { code: 'TOO_MANY_REQUESTS', httpStatus: 429, errorCode: 'rate-limited' };
  return {
    status: 429,
    ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }),
    json: { error: { message: 'rate-limited', code: -32_029, data } },
  };
});
afterAll(() => stub.close());
const refused = '{"code":"rate-limited","message":"rate limited"}\n';
const list = () =>
  runCommand(['tags', 'list', '--json'], { LEITOR_URL: stub.url, LEITOR_TOKEN: 'x' });

it('the CLI waits for the time in Retry-After, prints that, and repeats the request', async () => {
  refusals = ['0', '0', '1'];
  const { stdout, stderr } = await list();
  expect(stdout).toContain('[]');
  expect(stderr).toBe([0, 0, 1].map((wait) => `rate limited: retrying in ${wait} s\n`).join(''));
  expect(requests).toBe(4);
});

it('the CLI gives up after three waits, and does not wait for longer than a minute', async () => {
  refusals = ['0', '0', '0', '0'];
  await expect(list()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(refused) });
  expect(requests).toBe(4);
  refusals = ['61'];
  await expect(list()).rejects.toMatchObject({ code: 1, stderr: refused });
  expect(requests).toBe(5);
});

it('the CLI waits for up to a minute, unless its caller aborts', async () => {
  refusals = ['60'];
  const leaving = new AbortController();
  const wait = retryingFetch((text) => leaving.abort(text));
  await expect(wait(stub.url, { signal: leaving.signal })).rejects.toMatchObject({
    cause: 'rate limited: retrying in 60 s',
  });
  expect(requests).toBe(1);
});

it('the CLI does not wait for a 429 without Retry-After', async () => {
  refusals = [null];
  await expect(list()).rejects.toMatchObject({ code: 1, stderr: refused });
  expect(requests).toBe(1);
});
