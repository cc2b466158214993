import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Request, Response } from 'express';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startStubServer } from '../../scripts/sandbox/stub-server.ts';
import { limitConcurrency } from '../../server/http/concurrency-limit.ts';
import { startApp } from '../harness.ts';

/** The limits that docs/behaviour/http.md#limits promises. */
const promised = [
  ...readFileSync('docs/behaviour/http.md', 'utf8').matchAll(
    /^ *\| `([\w-]+)` \| [^|]+ \| \d+(?: an hour)? \| (\d+) \|$/gm,
  ),
].map(([, cost = '', inFlight]) => ({ cost, inFlight: Number(inFlight) }));

const requestOf = (cost: string, subject: string) =>
  ({
    tsRestRoute: { metadata: { cost } },
    context: { actor: { kind: 'person', subject, email: 'ana@exemplo.com.br' } },
  }) as unknown as Request;

/** Counts the requests that arrive at servers of this process from now on. */
const startedRequests = (): (() => number) => {
  let started = 0;
  const count = () => {
    started += 1;
  };
  subscribe('http.server.request.start', count);
  onTestFinished(() => void unsubscribe('http.server.request.start', count));
  return () => started;
};

describe('the requests of a caller at the same time', () => {
  it.each(promised)('are at most $inFlight of $cost', ({ cost, inFlight }) => {
    const refusals: string[] = [];
    const limit = limitConcurrency((refused) => refusals.push(refused));
    const send = (subject: string, of = cost) => {
      const response = new EventEmitter();
      limit(requestOf(of, subject), response as unknown as Response, () => undefined);
      return response;
    };
    const sent = Array.from({ length: inFlight }, () => send('ana'));
    for (let time = 0; time < 2; time += 1)
      expect(() => send('ana')).toThrow(
        expect.objectContaining({ code: 'rate-limited', retryAfterSeconds: 1 }),
      );
    expect(refusals).toEqual([cost, cost]);
    send('bia');
    send('ana', cost === 'generation' ? 'read' : 'generation');
    sent[0]?.emit('close');
    send('ana');
    expect(() => send('ana')).toThrow('rate-limited');
  });

  it('are limited in every class', () => {
    expect(promised).toHaveLength(11);
  });

  it('are no longer those that left while their tokens were checked', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const held = Promise.withResolvers<void>();
    const keyServer = await startStubServer(async () => {
      await held.promise;
      return { status: 200, json: { keys: [{ ...(await exportJWK(publicKey)), kid: 'a' }] } };
    });
    onTestFinished(keyServer.close);
    const app = await startApp({ RATE_LIMIT: 'on', AUTH_JWKS_URL: keyServer.url });
    onTestFinished(app.close);
    const token = await new SignJWT({ roles: ['agent'] })
      .setProtectedHeader({ alg: 'ES256', kid: 'a' })
      .setSubject('ana')
      .setExpirationTime('8h')
      .sign(privateKey);
    const headers = { authorization: `Bearer ${token}` };
    const left = { [`${app.url}/support/tags`]: 20, [`${app.internalUrl}/console/events`]: 40 };
    const started = startedRequests();
    const leaving = new AbortController();
    for (const [url, count] of Object.entries(left))
      for (let sent = 0; sent < count; sent += 1)
        fetch(url, { headers, signal: leaving.signal }).catch(() => undefined);
    await expect.poll(started).toBe(61);
    leaving.abort();
    await expect
      .poll(() => app.logs.filter(({ msg }) => msg === 'request aborted'))
      .toHaveLength(60);
    held.resolve();
    for (const url of Object.keys(left)) {
      const response = await fetch(url, { headers });
      expect(response.status).toBe(200);
      await response.body?.cancel();
    }
  });
});
