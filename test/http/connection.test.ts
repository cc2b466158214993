import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import { afterAll, describe, expect, it } from 'vitest';
import { listen } from '../../server/http/listener.ts';
import { openTicket, textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const authorization = `Authorization: Bearer ${await app.token({ role: 'agent' })}`;
const head = (start: string, ...headers: string[]) =>
  [start, 'Host: leitor', authorization, ...headers, '', ''].join('\r\n');

const open = async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

/** Everything the service sends on a connection until it closes it. */
const exchange = async (bytes: string): Promise<string> => {
  const socket = await open();
  socket.write(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
};

const statuses = (said: string) => said.match(/HTTP\/1\.1 \d{3}/g);
const json = 'Content-Type: application/json';
const inner = head('GET /ai/resources HTTP/1.1');

describe('an ambiguous request', () => {
  it.each([
    ['length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['another transfer encoding', ['Transfer-Encoding: xchunked']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
    ['two hosts', ['Host: outro']],
  ])('is refused with what follows it: %s', async (_, headers) => {
    const said = await exchange(
      `${head('POST /support/tags HTTP/1.1', json, ...headers)}0\r\n\r\n${inner}`,
    );
    expect(statuses(said)).toEqual(['HTTP/1.1 400']);
    expect(said).toContain('X-Error-Code: invalid-request');
  });

  it.each(['-1\r\n{}', '2;a=b\n{}'])('is refused with the chunk %j', async (chunk) => {
    const start = head('POST /support/tags HTTP/1.1', json, 'Transfer-Encoding: chunked');
    const said = await exchange(`${start}${chunk}\r\n0\r\n\r\n${inner}`);
    expect(statuses(said)).toEqual(['HTTP/1.1 400']);
  });

  it('an unread body is not parsed as the next request', async () => {
    const start = head(
      'GET /support/tags HTTP/1.1',
      'Content-Type: text/plain',
      `Content-Length: ${inner.length}`,
    );
    const said = await exchange(
      `${start}${inner}${head('GET /nada HTTP/1.1', 'Connection: close')}`,
    );
    expect(statuses(said)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });
});

it('serves nothing that follows a refused body', async () => {
  const start = `POST /support/tags HTTP/1.1\r\nHost: leitor\r\nContent-Length: 50\r\n\r\n`;
  expect(statuses(await exchange(`${start}${'x'.repeat(50)}${inner}`))).toEqual(['HTTP/1.1 401']);
});

describe('garbage after a request', () => {
  it('does not interrupt the response to that request', async () => {
    const ticket = await openTicket(app);
    const size = 8_000_000;
    const file = textFile('grande.txt', 'x'.repeat(size));
    const { id } = await uploadOne(ticket.requester, ticket.id, file);
    const said = await exchange(
      `${head(`GET /support/anexos/${id}/download HTTP/1.1`)}lixo lixo\r\n\r\n`,
    );
    expect(statuses(said)).toEqual(['HTTP/1.1 200']);
    expect(said.slice(said.indexOf('\r\n\r\n') + 4)).toBe('x'.repeat(size));
  });
});

it('gives a request 15 s for headers and 2 min in all, and an idle connection 65 s', async () => {
  const started = Promise.withResolvers<Server>();
  subscribe('http.server.request.start', (message) =>
    started.resolve((message as { server: Server }).server),
  );
  const idle = await fetch(`${app.url}/livez`);
  expect(idle.headers.get('keep-alive')).toBe('timeout=65');
  expect(await started.promise).toMatchObject({
    headersTimeout: 15_000,
    requestTimeout: 120_000,
    connectionsCheckingInterval: 2_000,
  });
});

it('serves a request that arrives before its application', async () => {
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  const arrived = new Promise((resolve) => subscribe('http.server.request.start', resolve));
  const response = fetch(`${listener.url}/`);
  await arrived;
  listener.serve(express().get('/', (_req, res) => void res.json({ served: true })));
  expect(await (await response).json()).toEqual({ served: true });
  listener.drain();
  await listener.close(0);
});

it('closes a listener without waiting for connections on which nothing was sent', async () => {
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  listener.serve(express().get('/', (_req, res) => void res.json({ served: true })));
  const port = Number(new URL(listener.url).port);
  const [silent, busy] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await Promise.all([once(silent, 'connect'), once(busy, 'connect')]);
  busy.write('GET / HTTP/1.1\r\nHost: leitor\r\n');
  const closing = listener.close(60_000);
  const began = performance.now();
  silent.resume();
  await once(silent, 'end');
  expect(performance.now() - began).toBeLessThan(30_000);
  busy.write('\r\n');
  const [response] = await once(busy, 'data');
  expect(statuses(String(response))).toEqual(['HTTP/1.1 200']);
  await closing;
});

describe('addresses', () => {
  it.each(['/streaks/..;/support/tags', '/support/%2e%2e/support/tags', '/support\\tags'])(
    '%s leads to no other path',
    async (path) => {
      const said = await exchange(head(`GET ${path} HTTP/1.1`, 'Connection: close'));
      expect(statuses(said)).toEqual(['HTTP/1.1 404']);
    },
  );

  it('refuse what is none in the envelope', async () => {
    const said = await exchange(head('GET http://[ HTTP/1.1', 'Connection: close'));
    expect(said).toContain('X-Error-Code: invalid-request');
  });
});
