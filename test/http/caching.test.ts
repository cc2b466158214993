import { type IncomingMessage, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const internal = await app.trpc();
const authorization = `Bearer ${await app.token({ role: 'reader' })}`;

/** A response as it was sent: `fetch` decodes bodies and adds headers to conditional requests. */
const request = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(app.url + path, { headers, method, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
};

const statements = async () => {
  const text = await (await fetch(`${app.internalUrl}/metrics`)).text();
  return Number(/db_query_duration_seconds_count\{outcome="ok"\} (\d+)/.exec(text)?.[1]);
};

describe('the public ranking', () => {
  const path = '/streaks/ranking/global';

  it('may be cached by everybody for five seconds', async () => {
    const { headers } = await request(path);
    expect(headers['cache-control']).toBe('public, max-age=5');
    expect(headers.etag).toMatch(/^W\/"\w+"$/);
  });

  it('is 304 without a statement for a caller who has it', async () => {
    const etag = `${(await request(path)).headers.etag}`;
    const idle = await statements();
    const spentByMetrics = (await statements()) - idle;
    for (const given of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await request(path, { 'if-none-match': given });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(again.headers.etag).toBe(etag);
      expect(again.headers['cache-control']).toBe('public, max-age=5');
    }
    // The service asks for revoked tokens every other second: tried until it does not at the same time.
    await expect
      .poll(async () => {
        const before = await statements();
        for (let time = 0; time < 4; time += 1) await request(path, { 'if-none-match': etag });
        return (await statements()) - before - spentByMetrics;
      })
      .toBeLessThanOrEqual(0);
    expect((await request(path, { 'if-none-match': etag }, 'HEAD')).status).toBe(304);
    expect((await request(path, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('has another tag once it is refreshed', async () => {
    const etag = `${(await request(path)).headers.etag}`;
    await internal.streaks.refreshGlobalRanking.mutate();
    const again = await request(path, { 'if-none-match': etag });
    expect(again.status).toBe(200);
    expect(again.headers.etag).not.toBe(etag);
  });
});

describe('a report', () => {
  it('is private, and 304 for a caller who has it', async () => {
    const agent = { authorization: `Bearer ${await app.token({ role: 'agent' })}` };
    const path = '/support/relatorios/filtros';
    const first = await request(path, agent);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await request(path, { ...agent, 'if-none-match': `${first.headers.etag}` });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    await internal.reports.clearCache.mutate();
    const cleared = await request(path, { ...agent, 'if-none-match': `${first.headers.etag}` });
    expect(cleared.status).toBe(200);
  });
});

describe('the ranking of a big group', () => {
  it('is compressed for callers who accept it, and the same', async () => {
    const { groupId } = await internal.groups.create.mutate({
      name: 'Grandes',
      isPublic: true,
      ownerEmail: 'dona@exemplo.com.br',
    });
    const members = Array.from({ length: 1_500 }, (_, n) => ({
      groupId,
      email: `leitora${n}@exemplo.com.br`,
    }));
    for (let start = 0; start < members.length; start += 500) {
      await internal.groups.importMembers.mutate({ members: members.slice(start, start + 500) });
    }
    const path = `/streaks/groups/${groupId}/ranking`;
    const plain = await request(path, { authorization });
    const packed = await request(path, { authorization, 'accept-encoding': 'gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toContain('Accept-Encoding');
    expect(packed.body.length).toBeLessThan(plain.body.length / 8);
    const ranking = (body: Buffer) => JSON.parse(body.toString()).data.ranking;
    expect(ranking(gunzipSync(packed.body))).toEqual(ranking(plain.body));
  });

  it('leaves short responses as they are', async () => {
    const { headers } = await request('/support/tags', {
      authorization,
      'accept-encoding': 'gzip',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('the reference page', () => {
  it.each(['/openapi.json', '/docs/rapidoc-min.js'])('is compressed: %s', async (path) => {
    const { headers } = await request(path, { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
  });
});
