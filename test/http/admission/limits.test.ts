import { once } from 'node:events';
import { type ClientRequest, get } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { openTicket, textFile, uploadOne } from '../../attachments/attachment-helpers.ts';
import { startApp } from '../../harness.ts';

// That the limits of test/http/admission/gate.test.ts hold for requests.

const app = await startApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' });
afterAll(() => app.close());

const bearer = async (role: 'reader' | 'agent' = 'agent') => ({
  authorization: `Bearer ${await app.token({ role })}`,
});

/** Requests a path and leaves the body of the response unread. */
const openUnread = async (url: string, headers: Record<string, string>) => {
  const unread = get(url, { headers, agent: false }).on('error', () => undefined);
  const [response] = await once(unread, 'response');
  return { status: response.statusCode as number, unread };
};

/** Holds so many responses unread, expects one more to be refused, and one after they are gone. */
const expectHeld = async (url: string, count: number) => {
  const headers = await bearer();
  const held: ClientRequest[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const { status, unread } = await openUnread(url, headers);
    expect(status).toBe(200);
    held.push(unread);
  }
  const refused = await fetch(url, { headers });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.headers.get('x-error-code')).toBe('rate-limited');
  const other = await openUnread(url, await bearer());
  expect(other.status).toBe(200);
  for (const unread of [...held, other.unread]) unread.destroy();
  await expect
    .poll(async () => {
      const again = await openUnread(url, headers);
      again.unread.destroy();
      return again.status;
    })
    .toBe(200);
};

describe('a caller who leaves responses unread', () => {
  it('has eight downloads', async () => {
    const ticket = await openTicket(app);
    const file = textFile('grande.txt', 'x'.repeat(8_000_000));
    const { id } = await uploadOne(ticket.requester, ticket.id, file);
    await expectHeld(`${app.url}/support/anexos/${id}/download`, 8);
  });
});

describe('refusals of an address', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('are limited, with the bodies that were dropped', async () => {
    const address = '203.0.113.1';
    const headers = {
      ...from(address),
      authorization: 'Bearer a.b.c',
      'content-type': 'application/json',
    };
    const body = 'x'.repeat(1_000_000);
    // Each counts 62 times.
    for (let sent = 0; sent < 17; sent += 1)
      expect(
        (await fetch(`${app.url}/support/tags`, { method: 'POST', headers, body })).status,
      ).toBe(401);
    const valid = { ...from(address), ...(await bearer()) };
    const refused = await fetch(`${app.url}/support/tags`, { headers: valid });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${app.url}/livez`, { headers: from(address) })).status).toBe(200);
    const neighbour = { ...from('203.0.113.9'), ...(await bearer()) };
    expect((await fetch(`${app.url}/support/tags`, { headers: neighbour })).status).toBe(200);
  });
});
