import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type StubServer, startStubServer } from '../../scripts/sandbox/stub-server.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves the files of a built page from an origin of its own. `onReport` is given the JSON that the page posts to `/report`. */
export const servePages = (
  directory: string,
  onReport: (report: unknown) => void = () => undefined,
): Promise<StubServer> =>
  startStubServer(async ({ method, url, body }) => {
    if (method === 'POST' && url.pathname === '/report') {
      onReport(JSON.parse(body));
      return { status: 200, json: {} };
    }
    const path = url.pathname === '/' ? 'index.html' : url.pathname;
    const file = await readFile(join(directory, path)).catch(() => undefined);
    return (res) =>
      res
        .writeHead(file ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' })
        .end(file);
  });
