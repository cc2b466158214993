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

const names = async () => (await internal.tags.list.query()).map(({ name }) => name);

/** Creates so many tags in one request. */
const createTags = (count: number, prefix: string) => {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const tags = indexes.map((index) => [index, { name: `${prefix}${index}`, color: '#000000' }]);
  const path = indexes.map(() => 'tags.create').join(',');
  return post(`${path}?batch=1`, JSON.stringify(Object.fromEntries(tags)));
};

describe('a batch', () => {
  it('may hold 20 calls', async () => {
    const answer = await createTags(20, 'lote');
    expect(answer.status).toBe(200);
    expect(await names()).toHaveLength(20);
  });

  it('of 21 calls is refused whole', async () => {
    const before = await names();
    const answer = await createTags(21, 'demais');
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toMatchObject({ error: { data: { code: 'BAD_REQUEST' } } });
    const path = Array.from({ length: 21 }, () => 'tags.list').join(',');
    const listing = await fetch(`${app.internalUrl}/trpc/${path}?batch=1`, { headers });
    expect(listing.status).toBe(400);
    expect(await names()).toEqual(before);
  });
});

describe('a body', () => {
  const limit = 4 * 1_048_576;
  const bodyOf = (name: string, length: number) => {
    const start = `{"name":"${name}","color":"#000000","nada":"`;
    return `${start}${'x'.repeat(length - start.length - 2)}"}`;
  };

  it('may have 4 MB', async () => {
    const answer = await post('tags.create', bodyOf('cheio', limit));
    expect(answer.status).toBe(200);
    expect(await names()).toContain('cheio');
  });

  it.each([1, 26 * 1_048_576])('that is %i bytes longer is refused', async (more) => {
    const answer = await post('tags.create', bodyOf('enorme', limit + more));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      error: { data: { code: 'PAYLOAD_TOO_LARGE', path: 'tags.create' } },
    });
    expect(await names()).not.toContain('enorme');
  });

  it('that does not tell its length is counted', async () => {
    const body = new Blob([bodyOf('sem tamanho', limit + 1)]).stream();
    const answer = await post('tags.create', body, { duplex: 'half' });
    expect(answer.status).toBe(413);
    expect(await names()).not.toContain('sem tamanho');
  });

  it('of a stranger is not read', async () => {
    const answer = await post('tags.create', bodyOf('estranho', limit + 1), {
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
  });

  it.each([
    ['no JSON', '{', 400, 'BAD_REQUEST'],
    ['another shape', '{"name":7}', 400, 'BAD_REQUEST'],
  ])('of %s is refused', async (_, body, status, code) => {
    const answer = await post('tags.create', body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { data: { code } } });
  });

  it('of another type is refused', async () => {
    const before = await names();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const body = '{"name":"tipo","color":"#000000"}';
      const answer = await post('tags.create', body, {
        headers: { ...headers, 'content-type': type },
      });
      expect(answer.status).toBe(415);
      expect(answer.headers.get('content-type')).toBe('application/json');
    }
    expect(await names()).toEqual(before);
  });
});

describe('the internal listener', () => {
  it.each(['__proto__', 'constructor', 'tags.__proto__', 'tags.list.constructor', 'toString'])(
    'knows no procedure %s',
    async (path) => {
      const answer = await fetch(`${app.internalUrl}/trpc/${path}`, { headers });
      expect(answer.status).toBe(404);
    },
  );

  it('says nothing of its insides', async () => {
    for (const [path, init] of [
      ['jobs.run', { body: '{"name":"__proto__"}' }],
      ['quiz.generate', { body: '{"overwrite":"sim"}' }],
      ['groups.importMembers', { body: '{"members":[{"groupId":"x","email":"y"}]}' }],
    ] as const) {
      const answer = await post(path, init.body);
      const text = await answer.text();
      expect(answer.status).toBeLessThan(500);
      expect(text).not.toMatch(/node_modules|\bat .*:\d+:\d+|select |stack/);
    }
  });
});
