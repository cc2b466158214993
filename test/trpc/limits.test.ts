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
    expect(await response.json()).toMatchObject({ error: { data: { code: 'BAD_REQUEST' } } });
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

  it('may have 256 KiB, and one that is longer is refused', async () => {
    expect((await post('tags.create', bodyOf('cheio', limit))).status).toBe(200);
    const response = await post('tags.create', bodyOf('enorme', limit + 1));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: {
        data: { code: 'PAYLOAD_TOO_LARGE', path: 'tags.create', errorCode: 'body-too-large' },
      },
    });
    expect(await names()).not.toContain('enorme');
  });

  it.each([['another shape', '{"name":7,"color":"#000000"}', 'invalid-request']])(
    'of %s is refused with a code',
    async (_, body, errorCode) => {
      const response = await post('tags.create', body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { data: { code: 'BAD_REQUEST', errorCode } },
      });
    },
  );

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
  it.each(['__proto__', 'tags.list.constructor'])('has no procedure %s', async (path) => {
    const response = await fetch(`${app.internalUrl}/trpc/${path}`, { headers });
    expect(response.status).toBe(404);
  });
});

describe('a request that is refused before its procedures are called', () => {
  const path = Array.from({ length: 20 }, () => 'tags.list').join(',');

  it('gets the form of a failed call', async () => {
    const response = await fetch(`${app.internalUrl}/trpc/${path}?batch=1`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: { data: { code: 'UNAUTHORIZED', httpStatus: 401, errorCode: 'invalid-token' } },
    });
  });

  it('is over the limit of a person, whose batches count each call', async () => {
    const limited = await startApp({ RATE_LIMIT: 'on' });
    const authorization = `Bearer ${await limited.token({ role: 'agent' })}`;
    const send = (of: string) =>
      fetch(`${limited.internalUrl}/${of}?batch=1`, { headers: { authorization } });
    expect((await send(`TRPC/${path.replaceAll(',', '%2C')}`)).headers.get('ratelimit')).toContain(
      '"internal-read"; r=1180;',
    );
    const responses = await Promise.all(Array.from({ length: 60 }, () => send(`trpc/${path}`)));
    const refused = await responses.find(({ status }) => status === 429)?.json();
    expect(refused?.error.data.errorCode).toBe('rate-limited');
    await limited.close();
  });
});
