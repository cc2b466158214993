import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError, type ErrorCode } from '../../server/core/errors.ts';
import { failureHandler } from '../../server/http/failures.ts';

/** What a failure becomes: the response, the lines of the log and whether it was counted. */
const fail = async (
  thrown: unknown,
  { failures = [], headers = {}, sent = false, body, cost, actor }: FailOptions = {},
) => {
  const lines: unknown[] = [];
  let counted = 0;
  const given = new Map(Object.entries(headers));
  const response = { status: 0, headers: given, body: undefined as unknown, destroyed: false };
  const res = {
    headersSent: sent,
    destroy: () => {
      response.destroyed = true;
    },
    hasHeader: (name: string) => given.has(name),
    set: (name: string, value: string) => {
      given.set(name, value);
      return res;
    },
    status: (status: number) => {
      response.status = status;
      return res;
    },
    json: (body: unknown) => {
      response.body = body;
    },
  };
  const req = Object.assign(body ?? new EventEmitter(), {
    complete: !body,
    headers: { 'transfer-encoding': 'chunked' },
    tsRestRoute: { metadata: { failures, texts: {}, cost } },
    ...(actor && { context: { actor } }),
    log: { error: (_: unknown, message: string) => void lines.push(message) },
  }) as unknown as Request;
  const countRefusal = () => {
    counted += 1;
  };
  const handle = failureHandler({ strict: true, countRefusal });
  await handle(thrown, req, res as unknown as Response, () => undefined);
  return {
    ...response,
    headers: Object.fromEntries(given),
    lines,
    counted,
    isShed: req.isShed,
  };
};
interface FailOptions {
  failures?: ErrorCode[];
  headers?: Record<string, string>;
  sent?: boolean;
  body?: Readable;
  cost?: string;
  actor?: { kind: string };
}

const undeclared = 'undeclared failure';

describe('a failure', () => {
  it.each([
    ['x'.repeat(200), true],
    ['x'.repeat(201), false],
    ['', false],
  ])('names the field %j in a header: %j', async (field, isNamed) => {
    const { headers } = await fail(new AppError('invalid-request', { field }));
    expect(headers['X-Error-Field']).toBe(isNamed ? field : undefined);
  });

  it('is undeclared, except one of the connection or of no route', async () => {
    const lines = async (code: ErrorCode, failures: ErrorCode[] = []) =>
      (await fail(new AppError(code), { failures })).lines;
    for (const code of [
      'malformed-json',
      'not-found',
      'method-not-allowed',
      'caller-left',
    ] as const)
      expect(await lines(code), code).not.toContain(undeclared);
    for (const code of ['invalid-request', 'forbidden', 'unavailable', 'internal-error'] as const) {
      expect(await lines(code), code).toContain(undeclared);
      expect(await lines(code, [code]), code).not.toContain(undeclared);
    }
  });

  it.each([
    [new AppError('rate-limited'), undefined, '5'],
    [new AppError('unavailable', { retryAfterSeconds: 9 }), undefined, '9'],
    [new AppError('forbidden', { retryAfterSeconds: 7 }), undefined, '7'],
    [new AppError('rate-limited'), '30', '30'],
    [new AppError('forbidden'), undefined, undefined],
    [new Error('a bug'), undefined, undefined],
  ])('%s says when to try again unless %j was said: %j', async (thrown, said, expected) => {
    const { headers } = await fail(thrown, { ...(said && { headers: { 'Retry-After': said } }) });
    expect(headers['Retry-After']).toBe(expected);
  });

  it.each([
    [new AppError('invalid-token'), 401, 1, 'Bearer'],
    [new AppError('not-found'), 404, 1, undefined],
    [new AppError('forbidden'), 403, 0, undefined],
    [new AppError('tag-not-found'), 404, 0, undefined],
  ])('%s is %i, counted %i times, and asks for a token or not: %j', async (thrown, ...expected) => {
    const { status, counted, headers } = await fail(thrown);
    expect([status, counted, headers['WWW-Authenticate']]).toEqual(expected);
  });

  it.each([
    [{ status: 400, type: 'entity.parse.failed' }, 'malformed-json'],
    [{ status: 415 }, 'unsupported-media-type'],
    [{ status: 400, type: 'encoding.unsupported' }, 'invalid-request'],
    [{ status: 499 }, 'invalid-request'],
    [{ status: '400' }, 'internal-error'],
  ])('of Express %j is %s', async (more, code) => {
    const { headers } = await fail(Object.assign(new Error('refused'), more));
    expect(headers['X-Error-Code']).toBe(code);
  });

  it('is logged if it is a fault, but not one under load', async () => {
    const logged = async (thrown: unknown) => {
      const { lines, isShed } = await fail(thrown, { failures: ['unavailable'] });
      return [lines, isShed];
    };
    expect(await logged(new AppError('unavailable'))).toEqual([['unavailable'], false]);
    const shed = new AppError('unavailable', { retryAfterSeconds: 1 });
    expect(await logged(shed)).toEqual([[], true]);
  });

  it('after the response has begun cuts it off', async () => {
    const { destroyed, status, body } = await fail(new Error('a bug'), { sent: true });
    expect({ destroyed, status, body }).toEqual({ destroyed: true, status: 0, body: undefined });
  });
});

describe('the body of a refused request', () => {
  const person = { kind: 'person' };
  const shed = new AppError('unavailable', { retryAfterSeconds: 1 });
  const usual = [1_048_576, 2_000] as const;
  const upload = [67_108_864, 20_000] as const;

  it.each([
    ['of nobody', new AppError('invalid-token'), {}, usual],
    [
      'of an upload of a person',
      new AppError('forbidden'),
      { cost: 'upload', actor: person },
      upload,
    ],
    [
      'of an upload while nobody can be known',
      new AppError('unavailable'),
      { cost: 'upload' },
      upload,
    ],
    ['under load', shed, { cost: 'upload', actor: person }, [65_536, 100] as const],
  ])('%s is read so far and no further', async (_, thrown, options, [bytes, ms]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const refuse = () => {
      const body = new Readable({ read: () => undefined });
      const refused = { body, response: undefined as Awaited<ReturnType<typeof fail>> | undefined };
      void fail(thrown, { ...options, body }).then((response) => {
        refused.response = response;
      });
      return refused;
    };
    const [long, slow, short] = [refuse(), refuse(), refuse()];
    long.body.push(Buffer.alloc(bytes));
    short.body.push(null);
    vi.advanceTimersByTime(ms - 1);
    await turn();
    expect([long.response, slow.response]).toEqual([undefined, undefined]);
    expect(short.response?.headers).toMatchObject({ Connection: 'close' });
    long.body.push('x');
    await turn();
    expect(long.response).toMatchObject({
      headers: { Connection: 'close' },
      // A person has limits of their own.
      counted: 'actor' in options ? 0 : 1,
    });
    expect(long.body.isPaused()).toBe(true);
    vi.advanceTimersByTime(1);
    await turn();
    expect(slow.response?.headers).toMatchObject({ Connection: 'close' });
  });
});
