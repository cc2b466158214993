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
  const refusals = async (count: number, one: () => Promise<Response>) => {
    for (let sent = 0; sent < count; sent += 50) {
      await Promise.all(Array.from({ length: 50 }, async () => (await one()).arrayBuffer()));
    }
  };

  it.each([
    ['invalid tokens', '203.0.113.1', '/support/tags', { authorization: 'Bearer a.b.c' }],
    ['unknown paths', '203.0.113.2', '/nada', {}],
  ])('are limited: %s', async (_, address, path, extra) => {
    const headers = { ...from(address), ...extra };
    await refusals(1_000, () => fetch(app.url + path, { headers }));
    const refused = await fetch(app.url + path, { headers });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const valid = { ...from(address), ...(await bearer()) };
    expect((await fetch(`${app.url}/support/tags`, { headers: valid })).status).toBe(429);
    expect((await fetch(`${app.url}/livez`, { headers: from(address) })).status).toBe(200);
    const neighbour = { ...from('203.0.113.9'), ...(await bearer()) };
    expect((await fetch(`${app.url}/support/tags`, { headers: neighbour })).status).toBe(200);
  });

  it('count the bodies that were dropped', async () => {
    const headers = { ...from('203.0.113.3'), 'content-type': 'application/json' };
    const body = 'x'.repeat(1_000_000);
    const upload = () =>
      fetch(`${app.url}/support/tags`, { method: 'POST', headers, body }).then((r) => r.status);
    const statuses = [];
    for (let i = 0; i < 20; i += 1) statuses.push(await upload());
    expect(statuses[0]).toBe(401);
    expect(statuses.at(-1)).toBe(429);
  });

  it('do not count the bodies of a person, who has limits of their own', async () => {
    const { id, email } = await openTicket(app);
    const headers = {
      ...from('203.0.113.4'),
      authorization: `Bearer ${await app.token({ email })}`,
    };
    const file = new File(['x'.repeat(10_000_000)], 'nota.exe', { type: 'text/plain' });
    for (let sent = 0; sent < 2; sent += 1) {
      const body = new FormData();
      body.set('arquivo', file);
      const upload = { method: 'POST', headers, body };
      expect((await fetch(`${app.url}/support/${id}/anexos`, upload)).status).toBe(415);
    }
    const ranking = await fetch(`${app.url}/streaks/ranking/global`, {
      headers: from('203.0.113.4'),
    });
    expect(ranking.status).toBe(200);
  });
});
