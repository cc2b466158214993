import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, testSecret } from '../harness.ts';

const app = await startApp({ RATE_LIMIT: 'on' });
afterAll(() => app.close());

// However long the requests take on a busy machine, the window does not end.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

describe('rate limits', () => {
  it('count each caller and each cost class separately', async () => {
    const agent = await app.client();
    for (let i = 0; i < 61; i += 1) await agent.deleteTag({ params: { id: 999_999 } });
    expect((await agent.listTags()).status).toBe(200);
    // Refused before its body is parsed.
    expect((await agent.createTag({ body: { name: '', color: '' } })).status).toBe(429);
    expect((await (await app.client()).deleteTag({ params: { id: 999_999 } })).status).toBe(404);
  });

  it('count a caller by the subject of the token, whatever its e-mail', async () => {
    const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const left = async (sub: string, email?: string) => {
      const token = await new SignJWT({ sub, ...(email && { email }) })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(testSecret));
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${app.url}/support/tags`, { headers });
      return Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
    };
    expect(await left(first, 'ana@exemplo.com.br')).toBe(299);
    expect(await left(first, 'ana.lima@exemplo.com.br')).toBe(298);
    expect(await left(first)).toBe(297);
    expect(await left(second, 'ana@exemplo.com.br')).toBe(299);
    expect(await left(third)).toBe(299);
  });
});
