import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { openFilesUnder, openTicket, textFile, uploadOne } from './attachment-helpers.ts';

const clock = { now: new Date() };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const ticket = await openTicket(app);
const { requester } = ticket;
const contents = Array.from({ length: 300_000 }, (_, i) => String(i % 10)).join('');
const stored = await uploadOne(requester, ticket.id, textFile('números.txt', contents));
const authorization = `Bearer ${await app.token({ role: 'agent' })}`;

const get = (headers: Record<string, string> = {}, id = stored.id, method = 'GET') =>
  fetch(`${app.url}/support/anexos/${id}/download`, {
    method,
    headers: { authorization, ...headers },
  });
const linkOf = async (id: number): Promise<string> => {
  const { status, body } = await requester.listTicketAttachments({ params: { id: ticket.id } });
  const listed = status === 200 ? body.data.find((attachment) => attachment.id === id) : undefined;
  if (!listed) throw new Error(JSON.stringify(body));
  return listed.downloadUrl;
};

describe('GET /support/{id}/anexos', () => {
  it('lists the attachments, oldest first, each with its address', async () => {
    const own = await openTicket(app);
    const first = await uploadOne(own.requester, own.id, textFile('a.txt'));
    const second = await uploadOne(own.requester, own.id, textFile('b.txt'));
    const linked = (attachment: typeof first) => ({
      ...attachment,
      downloadUrl: expect.stringContaining(`${app.url}/support/anexos/${attachment.id}/download?`),
    });
    const { body } = await own.requester.listTicketAttachments({ params: { id: own.id } });
    expect(body).toMatchObject({ data: [linked(first), linked(second)] });
  });
});

describe('GET /support/anexos/{attachmentId}/download', () => {
  it('sends the file with headers that make browsers save it', async () => {
    const response = await get();
    expect(await response.text()).toBe(contents);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '300000',
      'content-disposition': `attachment; filename="numeros.txt"; filename*=UTF-8''n%C3%BAmeros.txt`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(contents).digest('base64url')}"`,
    });
  });

  it.each([
    ['bytes=0-9', '0123456789', 'bytes 0-9/300000'],
    ['bytes=299995-', '56789', 'bytes 299995-299999/300000'],
    ['bytes=-3', '789', 'bytes 299997-299999/300000'],
    ['bytes=-999999999', contents, 'bytes 0-299999/300000'],
    ['bytes=299998-999999999', '89', 'bytes 299998-299999/300000'],
    ['bytes=0-1,2-4', '01234', 'bytes 0-4/300000'],
  ])('returns 206 for %s', async (range, text, contentRange) => {
    const response = await get({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange]);
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(await response.text()).toBe(text);
  });

  it.each(['bytes=0-1,10-11', 'bytes=abc', 'linhas=0-1'])(
    'returns the whole file for %s',
    async (range) => {
      const response = await get({ range });
      expect([response.status, await response.text()]).toEqual([200, contents]);
    },
  );

  it('returns 416 for a range beyond the end', async () => {
    const response = await get({ range: 'bytes=300000-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */300000');
    expect(response.headers.get('x-error-code')).toBe('range-not-satisfiable');
  });

  it('returns 304 if the caller has the current version, and resumes only that one', async () => {
    const etag = (await get({}, stored.id, 'HEAD')).headers.get('etag') ?? '';
    for (const known of [etag, `"outro", W/${etag}`, '*']) {
      const response = await get({ 'if-none-match': known });
      expect(response.status, known).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
    }
    expect((await get({ 'if-none-match': '"outro"' })).status).toBe(200);
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"outro"' })).status).toBe(200);
  });

  it('closes the file when the caller disconnects', async () => {
    const large = await uploadOne(requester, ticket.id, textFile('g.txt', 'x'.repeat(10_000_000)));
    for (let i = 0; i < 10; i += 1) {
      const response = await get({}, large.id);
      await response.body?.cancel();
    }
    await expect.poll(() => openFilesUnder(app.directory)).toEqual([]);
    expect((await get()).status).toBe(200);
  });
});

describe('a signed address', () => {
  it('opens its attachment without a token, ranges included', async () => {
    const response = await fetch(await linkOf(stored.id), { headers: { range: 'bytes=0-3' } });
    expect(await response.text()).toBe('0123');
  });

  it('opens no other attachment, and is no access token', async () => {
    const other = await uploadOne(requester, ticket.id, textFile('outro.txt'));
    const link = await linkOf(stored.id);
    const response = await fetch(link.replace(`/${stored.id}/`, `/${other.id}/`));
    expect(response.headers.get('x-error-code')).toBe('invalid-token');
    const bearer = { authorization: `Bearer ${new URL(link).searchParams.get('token')}` };
    expect((await fetch(`${app.url}/support/tags`, { headers: bearer })).status).toBe(401);
  });

  it('rejects a changed or empty token and an access token', async () => {
    const link = new URL(await linkOf(stored.id));
    const token = link.searchParams.get('token') ?? '';
    const [head, , signature] = token.split('.');
    const later = { sub: String(stored.id), aud: 'leitor:attachment', exp: 9_999_999_999 };
    const claims = Buffer.from(JSON.stringify(later)).toString('base64url');
    const access = await app.token({ role: 'admin' });
    for (const forged of [`${head}.${claims}.${signature}`, '', access]) {
      link.searchParams.set('token', forged);
      expect((await fetch(link)).status, forged).toBe(401);
    }
  });

  it('opens nothing after ten minutes', async () => {
    const link = await linkOf(stored.id);
    const issued = clock.now;
    clock.now = new Date(issued.getTime() + 598_000);
    expect((await fetch(link)).status).toBe(200);
    clock.now = new Date(issued.getTime() + 600_000);
    expect((await fetch(link)).status).toBe(401);
    clock.now = issued;
  });
});
