import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const origin = 'https://painel.exemplo.com.br';
const app = await startApp({ CORS_ORIGINS: `${origin}, https://outro.exemplo.com.br` });
afterAll(() => app.close());

const preflight = (from: string) =>
  fetch(`${app.url}/support/tags`, {
    method: 'OPTIONS',
    headers: {
      origin: from,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });

describe('CORS', () => {
  it('allows a listed origin to send its headers and read ours', async () => {
    const response = await preflight(origin);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
    const listed = await fetch(`${app.url}/support/tags`, { headers: { origin } });
    expect(listed.headers.get('access-control-allow-origin')).toBe(origin);
    const exposed = listed.headers.get('access-control-expose-headers');
    for (const name of ['ETag', 'Retry-After', 'X-Error-Code']) expect(exposed).toContain(name);
  });

  it('leaves OPTIONS without an origin to the path, which lists its methods', async () => {
    const response = await fetch(`${app.url}/support/tags`, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow')]).toEqual([
      204,
      'GET, HEAD, OPTIONS, POST',
    ]);
  });

  it('allows no other origin', async () => {
    const response = await preflight('https://mau.exemplo.com.br');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('allows every origin with *, but no credentials', async () => {
    const open = await startApp({ CORS_ORIGINS: '*' });
    const response = await fetch(`${open.url}/nada`, { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    await open.close();
  });

  it('allows the pages of this machine in development', async () => {
    const local = await startApp({ NODE_ENV: 'development', SANDBOX: 'off' });
    const allowed = async (from: string) => {
      const { headers } = await fetch(`${local.url}/support/tags`, { headers: { origin: from } });
      return headers.get('access-control-allow-origin') === from;
    };
    for (const host of ['http://localhost:5173', 'http://127.0.0.1:8080', 'https://[::1]'])
      expect(await allowed(host), host).toBe(true);
    for (const host of ['http://localhost.mau.com', 'http://10.0.0.1', 'null'])
      expect(await allowed(host), host).toBe(false);
    await local.close();
  });
});
