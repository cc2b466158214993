import { Writable } from 'node:stream';
import type { Request, Response } from 'express';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { logRequests } from '../../server/telemetry/logging.ts';

const lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines.length = 0;
});
const stream = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    const { time: _time, pid: _pid, hostname: _hostname, ...line } = JSON.parse(chunk.toString());
    lines.push(line);
    done();
  },
});
const log = pino({}, stream);
const { identifyRequest, logResponse } = logRequests(log);

const requestOf = (fields: object) =>
  ({
    method: 'GET',
    originalUrl: '/support/tags',
    log: log.child({ requestId: 'r-1' }),
    ...fields,
  }) as Request;
const responseOf = (statusCode: number, writableFinished = true) =>
  ({ statusCode, writableFinished }) as Response;

describe('the line of a response', () => {
  it('has its path without the query, and milliseconds', () => {
    logResponse(requestOf({ originalUrl: '/support/tags?token=a' }), responseOf(200), 1.2346);
    expect(lines).toEqual([
      {
        level: 30,
        msg: 'request completed',
        requestId: 'r-1',
        method: 'GET',
        path: '/support/tags',
        status: 200,
        responseTime: 1_235,
      },
    ]);
  });

  it.each(['ana@exemplo.com.br', 'ana%252540exemplo.com.br'])(
    'has no e-mail that a caller wrote into the path: %s',
    (part) => {
      logResponse(requestOf({ originalUrl: `/quiz/${part}` }), responseOf(404), 0);
      expect(lines).toMatchObject([{ path: '/quiz/***' }]);
    },
  );

  it.each([
    [404, 30],
    [429, 30],
    [500, 50],
    [503, 50],
  ])('of %i has the level %i', (status, level) => {
    logResponse(requestOf({}), responseOf(status), 0);
    expect(lines).toMatchObject([{ level, status }]);
  });

  it('says that the caller left', () => {
    logResponse(requestOf({}), responseOf(200, false), 0);
    expect(lines).toMatchObject([{ msg: 'request aborted', requestId: 'r-1' }]);
  });

  it('is left out for probes', () => {
    logResponse(requestOf({ originalUrl: '/readyz?x=1' }), responseOf(503), 0);
    logResponse(requestOf({ originalUrl: '/metrics' }), responseOf(200), 0);
    expect(lines).toMatchObject([{ path: '/metrics' }]);
  });
});

describe('the id of a request', () => {
  const idOf = (given: unknown) => {
    const req = requestOf({ headers: { 'x-request-id': given } });
    identifyRequest(req);
    return req.id;
  };

  it.each(['a.b:c_d-9', 'x'.repeat(100)])('is %s if the caller says so', (id) =>
    expect(idOf(id)).toBe(id),
  );

  it.each([undefined, 'x'.repeat(101), 'a\nb', ['a', 'b']])('is a new one instead of %j', (id) =>
    expect(idOf(id)).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/),
  );
});
