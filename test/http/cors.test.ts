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
  it('lets a listed origin ask, with its headers, and read ours', async () => {
    const answer = await preflight(origin);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    const listed = await fetch(`${app.url}/support/tags`, { headers: { origin } });
    expect(listed.headers.get('access-control-allow-origin')).toBe(origin);
    expect(listed.headers.get('access-control-expose-headers')).toContain('X-Error-Code');
  });

  it('lets no other origin', async () => {
    const answer = await preflight('https://mau.exemplo.com.br');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is off where no origin is listed', async () => {
    const closed = await startApp();
    const answer = await fetch(`${closed.url}/support/tags`, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    await closed.close();
  });
});
