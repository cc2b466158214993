import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startStubServer } from '../../scripts/sandbox/stub-server.ts';
import { parseConfig } from '../../server/config/config.ts';
import { openTracing } from '../../server/telemetry/open-tracing.ts';
import type { Tracing } from '../../server/telemetry/tracing.ts';
import { type Collector, startCollector } from './collector.ts';

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.close());
beforeEach(() => {
  collector.spans.length = 0;
  collector.resources.length = 0;
});

/** The spans that were exported of some work. */
const spansOf = async (
  work: (tracing: Tracing) => Promise<unknown>,
  env: Record<string, string> = {},
) => {
  const { tracing: config } = parseConfig({ ...collector.env, ...env });
  const tracing = await openTracing(config, log);
  await work(tracing);
  await tracing.close();
  return collector.spans;
};

const secret = 'ana@exemplo.com.br';
const log = pino({ level: 'silent' });

describe('the span of a statement', () => {
  const ran = async (sql: string, error?: Error) => {
    const spans = await spansOf(({ span, query }) =>
      span('work', {}, async () => query?.({ sql, seconds: 2, error })),
    );
    return spans.find(({ name }) => name !== 'work');
  };

  it('has its operation, its text up to 2 000 characters and its duration', async () => {
    const sql = `  (select ${'x'.repeat(3_000)})`;
    expect(await ran(sql)).toMatchObject({
      name: 'SELECT',
      kind: 'client',
      failed: false,
      milliseconds: 2_000,
      attributes: { 'db.operation.name': 'SELECT', 'db.query.text': sql.slice(0, 2_000) },
    });
  });

  it('has the code of a failure, and nothing else of it', async () => {
    const error = Object.assign(new Error(secret), { code: '23505', detail: secret });
    const span = await ran('insert into accounts values ($1)', error);
    expect(span).toMatchObject({
      name: 'INSERT',
      failed: true,
      reason: '23505',
      attributes: { 'error.type': '23505' },
    });
    expect(JSON.stringify(collector.spans)).not.toContain(secret);
  });

  it('is left out outside of any work', async () => {
    const sql = 'select 1';
    expect(
      await spansOf(async ({ query }) => query?.({ sql, seconds: 1, error: undefined })),
    ).toEqual([]);
  });
});

describe('the span of a step', () => {
  it('has its attributes, its parent and the name of a failure', async () => {
    const [inner, outer] = await spansOf(({ span }) =>
      span('outer', { 'leitor.job': 'a', times: 2 }, () =>
        span('inner', {}, async () => {
          throw new TypeError(secret);
        }),
      ).catch(() => undefined),
    );
    expect(outer).toMatchObject({
      name: 'outer',
      kind: 'internal',
      attributes: { 'leitor.job': 'a', times: 2, 'error.type': 'TypeError' },
    });
    expect(inner).toMatchObject({
      name: 'inner',
      parentSpanId: outer?.spanId,
      traceId: outer?.traceId,
      failed: true,
      reason: 'TypeError',
    });
    expect(JSON.stringify(collector.spans)).not.toContain(secret);
  });
});

describe('the span of a request', () => {
  const requested = async (
    fields: object,
    statusCode: number,
    writableFinished = true,
    env: Record<string, string> = {},
  ) => {
    const [span] = await spansOf(async ({ request }) => {
      const response = Object.assign(new EventEmitter(), { statusCode, writableFinished });
      const path = '/support/tags';
      const req = {
        method: 'GET',
        path,
        originalUrl: path,
        headers: {},
        id: 'r-1',
        log,
        ...fields,
      };
      request?.(req as unknown as Request, response as unknown as Response, () => undefined);
      response.emit('close');
    }, env);
    return span;
  };

  it('has its path without the query, and the pattern of its route', async () => {
    const originalUrl = `/support/tags/7?token=${secret}`;
    expect(
      await requested({ originalUrl, route: { path: '/support/tags/:id' } }, 200),
    ).toMatchObject({
      name: 'GET /support/tags/:id',
      attributes: { 'url.path': '/support/tags/7', 'http.route': '/support/tags/:id' },
    });
    expect(JSON.stringify(collector.spans)).not.toContain(secret);
  });

  it.each([
    [499, true, false],
    [500, true, true],
    [200, false, true],
  ])('of status %i that was sent: %s has failed: %s', async (status, sent, failed) => {
    expect(await requested({}, status, sent)).toMatchObject({ failed });
  });

  it('is left out for probes', async () => {
    expect(await requested({ path: '/livez' }, 200)).toBeUndefined();
  });
});

describe('the span of a call to another service', () => {
  it('has its address without the query, and its headers arrive', async () => {
    const seen: (string | string[] | undefined)[][] = [];
    const stub = await startStubServer(({ method, url, headers }) => {
      seen.push([method, headers.authorization, headers.traceparent]);
      return (res) => res.writeHead(url.pathname === '/bad' ? 400 : 204).end();
    });
    const { host } = new URL(stub.url);
    const headers = { authorization: 'Bearer a' };
    const [good, bad] = await spansOf(async ({ fetch }) => {
      await fetch(
        new globalThis.Request(`http://${host}/good?key=${secret}`, { method: 'PUT', headers }),
      );
      await fetch(`http://${host}/bad`, { headers });
    });
    await stub.close();
    expect(good).toMatchObject({
      name: 'PUT',
      kind: 'client',
      failed: false,
      attributes: {
        'http.request.method': 'PUT',
        'server.address': host,
        'url.path': '/good',
        'http.response.status_code': 204,
      },
    });
    expect(bad).toMatchObject({ name: 'GET', failed: true });
    const parentOf = (span = good) => `00-${span?.traceId}-${span?.spanId}-01`;
    expect(seen).toEqual([
      ['PUT', 'Bearer a', parentOf(good)],
      ['GET', 'Bearer a', parentOf(bad)],
    ]);
    expect(JSON.stringify(collector.spans)).not.toContain(secret);
  });
});
