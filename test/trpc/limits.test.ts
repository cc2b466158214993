import { type ClientRequest, request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const internal = await app.trpc();
const headers = {
  authorization: `Bearer ${await app.token({ role: 'admin' })}`,
  'content-type': 'application/json',
};

const post = (
  path: string,
  body: RequestInit['body'],
  extra: RequestInit & { duplex?: 'half' } = {},
) => fetch(`${app.internalUrl}/trpc/${path}`, { method: 'POST', headers, body, ...extra });

const names = async () => (await internal.tags.list.query()).items.map(({ name }) => name);

/** Creates `count` tags in one request. */
const createTags = (count: number, prefix: string) => {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const tags = indexes.map((index) => [index, { name: `${prefix}${index}`, color: '#000000' }]);
  const path = indexes.map(() => 'tags.create').join(',');
  return post(`${path}?batch=1`, JSON.stringify(Object.fromEntries(tags)));
};

describe('a batch', () => {
  it('may hold 20 calls', async () => {
    const response = await createTags(20, 'lote');
    expect(response.status).toBe(200);
    expect((await names()).filter((name) => /^lote\d+$/.test(name))).toHaveLength(20);
  });

  it('of 21 calls is refused as a whole', async () => {
    const before = await names();
    const response = await createTags(21, 'demais');
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ error: { data: { code: 'BAD_REQUEST' } } });
    const path = Array.from({ length: 21 }, () => 'tags.list').join(',');
    const listing = await fetch(`${app.internalUrl}/trpc/${path}?batch=1`, { headers });
    expect(listing.status).toBe(400);
    expect(await names()).toEqual(before);
  });
});

describe('a body', () => {
  const limit = 262_144;
  const largeLimit = 4 * 1_048_576;
  const bodyOf = (name: string, length: number) => {
    return `{"name":"${name}","color":"#000000"}`.padEnd(length);
  };

  it('of a procedure that takes much may have 4 MiB', async () => {
    const readings = '{"readings":[]}';
    const path = 'streaks.importReadings';
    expect((await post(path, readings.padEnd(largeLimit))).status).toBe(200);
    expect((await post(path, readings.padEnd(largeLimit + 1))).status).toBe(413);
    const batch = `{"0":${bodyOf('lote com leituras', 99)},"1":${readings}}`.padEnd(limit + 1);
    expect((await post(`tags.create,${path}?batch=1`, batch)).status).toBe(200);
  });

  it('may have 256 KiB', async () => {
    const response = await post('tags.create', bodyOf('cheio', limit));
    expect(response.status).toBe(200);
    expect(await names()).toContain('cheio');
  });

  it.each([1, 26 * 1_048_576])('that is %i bytes longer is refused', async (more) => {
    const response = await post('tags.create', bodyOf('enorme', limit + more));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: {
        data: {
          code: 'PAYLOAD_TOO_LARGE',
          path: 'tags.create',
          httpStatus: 413,
          errorCode: 'body-too-large',
        },
      },
    });
    expect(await names()).not.toContain('enorme');
  });

  it('without Content-Length is counted', async () => {
    const body = new Blob([bodyOf('sem tamanho', limit + 1)]).stream();
    const response = await post('tags.create', body, { duplex: 'half' });
    expect(response.status).toBe(413);
    expect(await names()).not.toContain('sem tamanho');
  });

  it('of an unauthenticated caller is not read', async () => {
    const response = await post('tags.create', bodyOf('estranho', limit + 1), {
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(401);
  });

  it.each([
    ['no JSON', '{', 'invalid-request'],
    ['another shape', '{"name":7,"color":"#000000"}', 'invalid-request'],
  ])('of %s is refused with a code', async (_, body, errorCode) => {
    const response = await post('tags.create', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { data: { code: 'BAD_REQUEST', errorCode } },
    });
  });

  it('of another type is refused', async () => {
    const before = await names();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const body = '{"name":"tipo","color":"#000000"}';
      const response = await post('tags.create', body, {
        headers: { ...headers, 'content-type': type },
      });
      expect(response.status).toBe(415);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect((await response.json()).error.data.errorCode).toBe('unsupported-media-type');
    }
    expect(await names()).toEqual(before);
  });
});

describe('a cursor', () => {
  const beyondIds = '2147483648';

  it.each([
    ['tickets.list', { cursor: beyondIds }],
    ['tickets.queue', { cursor: '1_2026-13-01 12:00:00+00' }],
    ['outbox.list', { cursor: beyondIds }],
    ['inbound.list', { cursor: beyondIds }],
    ['replies.drafts.list', { cursor: beyondIds }],
    ['groups.members', { groupId: crypto.randomUUID(), cursor: beyondIds }],
    ['tokens.list', { cursor: Number(beyondIds) }],
  ])('that no page of %s returned is refused: %j', async (path, input) => {
    const query = new URLSearchParams({ input: JSON.stringify(input) });
    const response = await fetch(`${app.internalUrl}/trpc/${path}?${query}`, { headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { data: { errorCode: 'invalid-request' } },
    });
  });
});

describe('the internal listener', () => {
  it.each(['__proto__', 'constructor', 'tags.__proto__', 'tags.list.constructor', 'toString'])(
    'has no procedure %s',
    async (path) => {
      const response = await fetch(`${app.internalUrl}/trpc/${path}`, { headers });
      expect(response.status).toBe(404);
    },
  );

  it('reveals nothing of its internals', async () => {
    for (const [path, init] of [
      ['jobs.run', { body: '{"name":"__proto__"}' }],
      ['quiz.generate', { body: '{"overwrite":"sim"}' }],
      ['groups.importMembers', { body: '{"members":[{"groupId":"x","email":"y"}]}' }],
    ] as const) {
      const response = await post(path, init.body);
      const text = await response.text();
      expect(response.status).toBeLessThan(500);
      expect(text).not.toMatch(/node_modules|\bat .*:\d+:\d+|select |stack/);
    }
  });
});

describe('the calls of a person', () => {
  it('are limited by the minute, reads apart from changes and from those of others', async () => {
    const limited = await startApp({ RATE_LIMIT: 'on' });
    const as = async (email: string) => ({
      authorization: `Bearer ${await limited.token({ role: 'agent', email })}`,
    });
    const [ana, bia] = [await as('ana@leitor.example'), await as('bia@leitor.example')];
    const read = (extra: Record<string, string>) =>
      fetch(`${limited.internalUrl}/trpc/tags.list`, { headers: extra });
    const change = (extra: Record<string, string>) =>
      fetch(`${limited.internalUrl}/trpc/tags.delete`, {
        method: 'POST',
        headers: { ...extra, 'content-type': 'application/json' },
        body: '{"id":999999}',
      });
    for (let sent = 0; sent < 600; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, () => change(ana)));
    }
    const refused = await change(ana);
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect((await refused.json()).error.data.errorCode).toBe('rate-limited');
    expect((await change(bia)).status).toBe(404);
    const response = await read(ana);
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit')).toContain('"internal-read"; r=1199;');
    const tags = `${limited.internalUrl}/trpc/tags.list`;
    const { headers: ofHead } = await fetch(tags, { method: 'HEAD', headers: ana });
    expect(ofHead.get('ratelimit')).toContain('"internal-read"; r=1198;');
    await limited.close();
  });

  it('count one by one in a batch', async () => {
    const limited = await startApp({ RATE_LIMIT: 'on' });
    const headers = { authorization: `Bearer ${await limited.token({ role: 'agent' })}` };
    const calls = (separator: string) =>
      Array.from({ length: 20 }, () => 'tags.list').join(separator);
    const left = async (path: string) => {
      const response = await fetch(`${limited.internalUrl}/${path}?batch=1`, { headers });
      expect(response.status).toBe(200);
      return response.headers.get('ratelimit');
    };
    expect(await left(`trpc/${calls(',')}`)).toContain('"internal-read"; r=1180;');
    expect(await left(`TRPC/${calls('%2C')}`)).toContain('"internal-read"; r=1160;');
    await limited.close();
  });

  it('are at most 40 at the same time, whatever else others have', async () => {
    const limited = await startApp({ RATE_LIMIT: 'on' });
    const as = async (email: string) => ({
      authorization: `Bearer ${await limited.token({ role: 'agent', email })}`,
    });
    const [ana, bia] = [await as('ana@leitor.example'), await as('bia@leitor.example')];
    const read = (headers: Record<string, string>) =>
      fetch(`${limited.internalUrl}/trpc/tags.list`, { headers });
    const path = Array.from({ length: 20 }, () => 'tags.create').join(',');
    // A batch whose body has not come is in flight. A read at that moment refuses it: it comes again.
    const held: ClientRequest[] = [];
    const hold = (place: number) => {
      const sent = request(`${limited.internalUrl}/trpc/${path}?batch=1`, {
        method: 'POST',
        headers: { ...ana, 'content-type': 'application/json', 'content-length': 1_000 },
      });
      sent.on('error', () => undefined).flushHeaders();
      sent.once('response', () => hold(place));
      held[place] = sent;
    };
    hold(0);
    hold(1);
    await expect.poll(async () => (await read(ana)).status).toBe(429);
    const refused = await read(ana);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await refused.json()).error.data.errorCode).toBe('rate-limited');
    expect((await read(bia)).status).toBe(200);
    held[0]?.destroy();
    await expect.poll(async () => (await read(ana)).status).toBe(200);
    held[1]?.destroy();
    await limited.close();
  });
});
