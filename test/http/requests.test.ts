import { get, request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp({
  INTERNAL_ALLOWED_HOSTS: 'Leitor.exemplo.com.br',
  CONSOLE_URL: 'https://console.exemplo.com.br',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'x',
});
afterAll(() => app.close());
const authorization = `Bearer ${await app.token({ role: 'agent' })}`;

describe('the group ranking', () => {
  it.each(['%00', '%ff'])('refuses the group id %s with the field error', async (id) => {
    const response = await fetch(`${app.url}/streaks/groups/${id}/ranking`, {
      headers: { authorization },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ success: false, error: expect.any(String) });
  });
});

describe('a GET', () => {
  it('never parses a body', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization, 'content-type': 'application/json', 'content-length': 1 };
      const sent = request(`${app.url}/support/tags`, { headers, agent: false }, (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.end('{');
    });
    expect(status).toBe(200);
  });
});

describe('the internal listener', () => {
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      get(`${app.internalUrl}/livez`, { headers: { host }, agent: false }, (response) => {
        resolve(response.statusCode);
        response.resume();
      }).on('error', reject);
    });

  it.each([
    '127.0.0.1:3001',
    'localhost:3001',
    'leitor:3001',
    'leitor.exemplo.com.br',
    'console.exemplo.com.br',
  ])('serves %s', async (host) => expect(await statusFor(host)).toBe(200));

  it.each([
    'mau.com',
    'sub.leitor.exemplo.com.br',
    'localhost.mau.com',
    '127.0.0.1.nip.io',
    'mau.com:x',
    'mau\u{e3}\u{80}\u{82}com',
  ])('refuses %s, which a foreign page could have', async (host) =>
    expect(await statusFor(host)).toBe(403),
  );
});
