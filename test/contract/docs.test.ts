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
  it.each(['package.json', '..%2fpackage.json', 'constructor'])('have no file %s', async (file) => {
    expect((await fetch(`${url}/docs/${file}`)).status).toBe(404);
  });
});

describe('GET /docs', () => {
  it('has a policy that allows nothing from other hosts', async () => {
    const response = await fetch(`${url}/docs`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policy).toContain(`connect-src 'self' ${publicUrl} https://streaks.exemplo.com.br;`);
  });

  it('links only to paths of this server', async () => {
    const page = await (await fetch(`${url}/docs`)).text();
    const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links).toHaveLength(3);
    for (const link of links.filter((one) => !one.startsWith('data:'))) {
      const response = await fetch(new URL(link, `${url}/docs`));
      expect(response.status, link).toBe(200);
      expect((await response.arrayBuffer()).byteLength, link).toBeGreaterThan(100);
      // A proxy may serve the page below a path of its own.
      expect(new URL(link, 'https://exemplo.com.br/api/docs').pathname).toMatch(/^\/api\//);
    }
  });
});
