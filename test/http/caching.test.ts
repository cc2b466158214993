import { type IncomingMessage, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { compressJson } from '../../server/http/compression.ts';
import { listen } from '../../server/http/listener.ts';
import { okTagged } from '../../server/http/router.ts';
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

describe('the public ranking', () => {
  const path = '/streaks/ranking/global';

  it('may be cached by everybody for five seconds', async () => {
    const { headers } = await request(path);
    expect(headers['cache-control']).toBe('public, max-age=5');
  });

  it('is never 304, because its `ttl` is the time that remains', async () => {
    expect((await request(path)).headers.etag).toBeUndefined();
    expect((await request(path, { 'if-none-match': '"x"' })).status).toBe(200);
  });
});

describe('the list of tags', () => {
  it('is 304 for a caller who has it, until it changes', async () => {
    const path = '/support/tags';
    const { headers } = await request(path, { authorization });
    expect(headers['cache-control']).toBe('private, no-cache');
    const etag = `${headers.etag}`;
    for (const given of [etag, `W/${etag}`]) {
      const again = await request(path, { authorization, 'if-none-match': given });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await request(path, { 'if-none-match': etag })).status).toBe(401);
    await internal.tags.create.mutate({ name: 'Nova', color: '#123456' });
    const changed = await request(path, { authorization, 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });
});

describe('a quiz', () => {
  const quiz = {
    id: 'a',
    title: 'b',
    description: 'c',
    quizDate: '2026-05-12',
    minCorrectAnswers: 6,
    questions: [{ id: 'd', question: 'e', type: 'radio' as const, position: 1, options: ['f'] }],
  };
  const versionOf = (sent: typeof quiz) => {
    let version = '';
    const response = Object.create(express.response);
    response.set = ({ ETag }: { ETag: string }) => {
      version = ETag;
    };
    okTagged(response, sent);
    return version;
  };

  it('has a new version with each change that readers see, and else the same', () => {
    const others: Partial<typeof quiz>[] = [
      { id: 'x' },
      { title: 'x' },
      { description: 'x' },
      { quizDate: '2026-05-13' },
      { minCorrectAnswers: 7 },
      { questions: [] },
    ];
    const versions = [quiz, ...others.map((changed) => ({ ...quiz, ...changed }))].map(versionOf);
    expect(new Set(versions).size).toBe(versions.length);
    expect(versionOf({ ...quiz })).toBe(versions[0]);
  });
});

it.each([
  ['application/json', 1_023, undefined],
  ['application/json', 1_024, 'gzip'],
  ['text/plain', 5_000, undefined],
])('a response of %s with %i bytes is compressed: %s', async (type, bytes, encoding) => {
  const app = express().use(
    compressJson,
    (_req, res) => void res.type(type).send('1'.repeat(bytes)),
  );
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => listener.close(0));
  listener.serve(app);
  const { headers } = await fetch(listener.url, { headers: { 'accept-encoding': 'gzip' } });
  expect(headers.get('content-encoding') ?? undefined).toBe(encoding);
  if (encoding) expect(headers.get('vary')).toContain('Accept-Encoding');
});
