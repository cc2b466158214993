import { once } from 'node:events';
import { type ClientRequest, get } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTicket, textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';

const app = await startApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' });
afterAll(() => app.close());

const bearer = async (role: 'reader' | 'agent' = 'agent') => ({
  authorization: `Bearer ${await app.token({ role })}`,
});

/** Requests a path and leaves the body of the response unread. */
const openUnread = async (path: string, headers: Record<string, string>) => {
  const unread = get(app.url + path, { headers, agent: false }).on('error', () => undefined);
  const [response] = await once(unread, 'response');
  return { status: response.statusCode as number, unread };
};

describe('requests in flight', () => {
  it('refuse a caller who leaves downloads unread, and nobody else', async () => {
    const ticket = await openTicket(app);
    const file = textFile('grande.txt', 'x'.repeat(8_000_000));
    const { id } = await uploadOne(ticket.requester, ticket.id, file);
    const path = `/support/anexos/${id}/download`;
    const agent = await bearer();
    const held: ClientRequest[] = [];
    for (let i = 0; i < 8; i += 1) {
      const { status, unread } = await openUnread(path, agent);
      expect(status).toBe(200);
      held.push(unread);
    }
    const refused = await fetch(app.url + path, { headers: agent });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('x-error-code')).toBe('rate-limited');

    const other = await fetch(app.url + path, { headers: await bearer() });
    expect(other.status).toBe(200);
    expect((await other.text()).length).toBe(8_000_000);
    expect((await fetch(`${app.url}/support/tags`, { headers: agent })).status).toBe(200);

    for (const unread of held) unread.destroy();
    await expect
      .poll(async () => {
        const again = await fetch(app.url + path, { headers: agent });
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
  });
});

describe('small budgets', () => {
  it('are not used up by refused requests', async () => {
    const headers = { ...(await bearer()), 'content-type': 'application/json' };
    const post = (path: string, body: object) =>
      fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    for (let i = 0; i < 6; i += 1) {
      expect((await post('/support/fast-response/lote', { support_ids: [] })).status).toBe(400);
    }
    for (let i = 0; i < 12; i += 1) expect((await post('/quiz/submit', {})).status).toBe(400);
    const unknown = { quizId: 'nenhum', answers: [{ fieldId: 'x', answer: 'y' }] };
    expect((await post('/quiz/submit', unknown)).status).toBe(404);
  });
});

describe('refusals of an address', () => {
  // However long the requests take on a busy machine, the window does not end.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it.each([
    ['invalid tokens', 401, '203.0.113.1', '/support/tags', { authorization: 'Bearer a.b.c' }],
    ['unknown paths', 404, '203.0.113.2', '/nada', {}],
  ])(
    'are limited, with the bodies that were dropped: %s',
    async (_, status, address, path, extra) => {
      const headers = { ...from(address), ...extra, 'content-type': 'application/json' };
      const body = 'x'.repeat(1_000_000);
      // Each counts 62 times.
      for (let sent = 0; sent < 17; sent += 1)
        expect((await fetch(app.url + path, { method: 'POST', headers, body })).status).toBe(
          status,
        );
      const refused = await fetch(app.url + path, { headers });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const valid = { ...from(address), ...(await bearer()) };
      expect((await fetch(`${app.url}/support/tags`, { headers: valid })).status).toBe(429);
      expect((await fetch(`${app.url}/livez`, { headers: from(address) })).status).toBe(200);
      const neighbour = { ...from('203.0.113.9'), ...(await bearer()) };
      expect((await fetch(`${app.url}/support/tags`, { headers: neighbour })).status).toBe(200);
    },
  );
});
