import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const authorization = `Bearer ${await app.token({ role: 'agent' })}`;
const json = { authorization, 'content-type': 'application/json' };

const ask = (method: string, path: string, init: RequestInit = {}) =>
  fetch(app.url + path, { method, headers: { authorization }, ...init });

/** The failure in a response, which must be the envelope and nothing else. */
const failureOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]+$/);
  const body = await response.json();
  expect(body).toEqual({ success: false, message: expect.any(String) });
  return {
    status: response.status,
    code: response.headers.get('x-error-code'),
    message: body.message,
  };
};

describe('the failure envelope', () => {
  it.each(['"text"', '[', '\u0000', '{"name":"\u0000"}'])(
    'refuses the body %j with 400',
    async (body) => {
      const failure = await failureOf(await ask('POST', '/support/tags', { headers: json, body }));
      expect(failure.status).toBe(400);
    },
  );

  it('names malformed JSON', async () => {
    const response = await ask('POST', '/support/tags', { headers: json, body: '{"name"' });
    expect(await failureOf(response)).toMatchObject({ status: 400, code: 'malformed-json' });
  });

  it.each([
    ['the field whose check failed', { name: 'A', color: 'azul' }, 'color'],
    ['the field of a code of its own', { color: '#1D4ED8' }, 'name'],
    ['no field if the whole body is to blame', [], null],
  ])('names %s in X-Error-Field', async (_, body, field) => {
    const response = await ask('POST', '/support/tags', {
      headers: json,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('x-error-field')).toBe(field);
  });

  it('accepts a body of 256 KiB and refuses one byte more with 413', async () => {
    const wrap = (length: number) => `{"titulo":"x","z":"${'z'.repeat(length - 21)}"}`;
    const patch = (length: number) =>
      ask('PATCH', '/support/quick-replies/1', { headers: json, body: wrap(length) });
    expect(wrap(262_144)).toHaveLength(262_144);
    expect((await failureOf(await patch(262_144))).status).toBe(404);
    expect(await failureOf(await patch(262_145))).toMatchObject({
      status: 413,
      code: 'body-too-large',
    });
  });

  it.each<[Record<string, string>, number]>([
    [{ 'content-type': 'text/plain' }, 415],
    [{}, 415],
    [{ 'content-type': 'application/json', 'content-encoding': 'compress' }, 415],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 400],
    [{ 'content-type': 'application/json; charset=utf-16' }, 415],
  ])('refuses a body with the headers %o with %i', async (more, status) => {
    const headers = { authorization, ...more };
    // As bytes: fetch names no type for them.
    const body = new TextEncoder().encode('{"name":"x","color":"#000000"}');
    const failure = await failureOf(await ask('POST', '/support/tags', { headers, body }));
    expect(failure.status).toBe(status);
  });

  it.each([
    ['GET', '/nada'],
    ['GET', '/trpc/tags.list'],
  ])('returns 404 for %s %s', async (method, path) => {
    expect(await failureOf(await ask(method, path))).toMatchObject({
      status: 404,
      code: 'not-found',
    });
  });

  it.each([
    ['/support/tags', 'GET, HEAD, OPTIONS, POST'],
    ['/support/tags/1', 'DELETE, OPTIONS'],
    ['/support/me/tickets', 'GET, HEAD, OPTIONS, POST'],
  ])('lists the methods of %s', async (path, allow) => {
    const options = await ask('OPTIONS', path);
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([
      204,
      allow,
      '',
    ]);
    const other = await ask('PUT', path);
    expect(other.headers.get('allow')).toBe(allow);
    expect(await failureOf(other)).toMatchObject({ status: 405, code: 'method-not-allowed' });
  });

  it('refuses URLs with NUL or malformed escapes', async () => {
    for (const path of ['/support/tags?x=%00', '/support/tags/%ff']) {
      expect(await failureOf(await ask('DELETE', path))).toMatchObject({
        status: 400,
        code: 'invalid-request',
      });
    }
  });
});

it('headers that Node itself refuses get the envelope', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
  const [head, body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toContain('HTTP/1.1 431');
  expect(head).toContain('X-Error-Code: headers-too-large');
  expect(JSON.parse(body)).toEqual({ success: false, message: expect.any(String) });
});
