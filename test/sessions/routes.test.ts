import { afterAll, describe, expect, it } from 'vitest';
import { sessionCookie } from '../../server/auth/sessions.ts';
import { startApp } from '../harness.ts';

const app = await startApp({
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'segredo',
});
afterAll(() => app.close());

describe('the console', () => {
  it('says to the holder of a bearer token who they are, too', async () => {
    const who = async (person: Parameters<typeof app.token>[0]) => {
      const headers = { authorization: `Bearer ${await app.token(person)}` };
      const response = await fetch(`${app.internalUrl}/console/session`, { headers });
      return response.status === 200 ? response.json() : response.status;
    };
    const email = 'bia@exemplo.com';
    expect(await who({ role: 'agent', email })).toEqual({ email, name: null, role: 'agent' });
    expect(await who({ role: 'reader', email })).toBe(403);
  });

  it('says that the provider is down, and the service serves on', async () => {
    const response = await fetch(`${app.internalUrl}/console/login`, { redirect: 'manual' });
    expect([response.status, response.headers.get('x-error-code')]).toEqual([503, 'unavailable']);
    const line = { level: 40, msg: 'sign-in failed' };
    expect(app.logs).toContainEqual(expect.objectContaining(line));
    expect((await (await app.trpc()).jobs.list.query()).items.length).toBeGreaterThan(3);
  });

  it.each([
    ['login', 'POST', 'GET'],
    ['logout', 'GET', 'POST'],
  ])('has /console/%s, which refuses %s', async (path, method, allowed) => {
    const { status, headers } = await fetch(`${app.internalUrl}/console/${path}`, { method });
    expect([status, headers.get('allow')]).toEqual([405, expect.stringContaining(allowed)]);
  });

  it('has a cookie that no other name of its domain can set, where there is TLS', () => {
    const attributes = { httpOnly: true, sameSite: 'lax', path: '/' };
    expect(sessionCookie('https://leitor.example')).toEqual({
      name: '__Host-leitor',
      attributes: { ...attributes, secure: true },
    });
    expect(sessionCookie('http://127.0.0.1:1')).toEqual({
      name: 'leitor',
      attributes: { ...attributes, secure: false },
    });
  });
});
