import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../server/core/errors.ts';
import { docsRouter } from '../../server/http/docs.ts';

const publicUrl = 'https://api.exemplo.com.br';
const streaksPublicUrl = 'https://streaks.exemplo.com.br/v1';

let server: Server;
let url: string;

beforeAll(async () => {
  const app = express();
  app.use(docsRouter({ publicUrl, streaksPublicUrl }));
  app.use(((error, _req, res, _next) => {
    res.status(error instanceof AppError && error.code === 'method-not-allowed' ? 405 : 500).end();
  }) satisfies ErrorRequestHandler);
  await new Promise<void>((resolve) => {
    server = app.listen(0, '127.0.0.1', () => resolve());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

describe('GET /openapi.json', () => {
  it('has the addresses of this deployment', async () => {
    const response = await fetch(`${url}/openapi.json`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const document = await response.json();
    expect(document.servers[0].url).toBe(publicUrl);
    expect(document.paths['/streaks/ranking/global'].get.servers[0].url).toBe(streaksPublicUrl);
    expect(JSON.stringify(document)).not.toContain('"url":"http://127.0.0.1');
  });

  it('is 304 for a caller who has it', async () => {
    const etag = (await fetch(`${url}/openapi.json`)).headers.get('etag') ?? '';
    // By default fetch adds no-cache to a conditional request.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const again = await fetch(`${url}/openapi.json`, { headers });
    expect(again.status).toBe(304);
  });
});

describe('the documents', () => {
  it.each(['openapi.json', 'openapi-3.0.json', 'docs/rapidoc-min.js'])(
    '%s is sent compressed',
    async (path) => {
      const [small, whole] = await Promise.all(
        ['gzip', 'identity'].map((encoding) =>
          fetch(`${url}/${path}`, { headers: { 'accept-encoding': encoding } }),
        ),
      );
      expect(small?.headers.get('content-encoding')).toBe('gzip');
      expect(whole?.headers.get('content-encoding')).toBeNull();
      expect(small?.headers.get('vary')).toContain('Accept-Encoding');
      expect(await small?.text()).toBe(await whole?.text());
    },
  );

  it('have samples with the addresses of this deployment', async () => {
    const document = await (await fetch(`${url}/openapi.json`)).json();
    const [sdk] = document.paths['/streaks/ranking/global'].get['x-codeSamples'];
    expect(sdk.source).toContain(`baseUrl: '${streaksPublicUrl}'`);
  });
});

describe('GET /docs', () => {
  it('has a policy that allows nothing from other hosts', async () => {
    const response = await fetch(`${url}/docs`);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
        "connect-src 'self' https://api.exemplo.com.br https://streaks.exemplo.com.br; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('links only to paths of this server', async () => {
    const page = await (await fetch(`${url}/docs`)).text();
    const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links).toHaveLength(3);
    for (const link of links.filter((one) => !one.startsWith('data:'))) {
      const response = await fetch(new URL(link, `${url}/docs`));
      expect(response.status, link).toBe(200);
      expect((await response.arrayBuffer()).byteLength, link).toBeGreaterThan(100);
      const caching = link.endsWith('.js') ? 'public, max-age=86400' : 'no-cache';
      expect(response.headers.get('cache-control'), link).toBe(caching);
    }
  });

  it('redirects from the path with a slash', async () => {
    const response = await fetch(`${url}/docs/`);
    expect(response.url).toBe(`${url}/docs`);
    expect(response.status).toBe(200);
  });

  it.each([
    'package.json',
    'index.html',
    '..%2fpackage.json',
    '%2e%2e%2fpackage.json',
    'constructor',
  ])('has no file %s', async (file) => {
    expect((await fetch(`${url}/docs/${file}`)).status).toBe(404);
  });
});
