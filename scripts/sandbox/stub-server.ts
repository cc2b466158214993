import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request to a stub server. */
export interface StubRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
  /** The signal aborts if the client disconnects before the response. */
  signal: AbortSignal;
}

/** A JSON response with a status, or a function that handles the response itself. */
export type StubResponse =
  | { status: number; json: unknown; headers?: Record<string, string> }
  | ((res: ServerResponse) => unknown);

/** A local HTTP server that replaces an outside service. */
interface StubServer {
  /** The address of the server: `http://127.0.0.1:port`. */
  url: string;
  /** Closes the server and every connection. */
  close: () => Promise<void>;
}

/**
 * Starts a stub server on a free port of the loopback interface. It closes the connection if `route` throws.
 */
export const startStubServer = async (
  route: (request: StubRequest, res: ServerResponse) => StubResponse | Promise<StubResponse>,
): Promise<StubServer> => {
  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    const disconnected = new AbortController();
    res.once('close', () => {
      if (!res.writableFinished) disconnected.abort();
    });
    const request = {
      method: req.method ?? 'GET',
      url: new URL(req.url ?? '/', 'http://127.0.0.1'),
      headers: req.headers,
      body: await text(req),
      signal: disconnected.signal,
    };
    const result = await route(request, res);
    if (typeof result === 'function') {
      await result(res);
      return;
    }
    res.writeHead(result.status, { 'content-type': 'application/json', ...result.headers });
    res.end(JSON.stringify(result.json));
  };
  const server = createServer((req, res) => {
    respond(req, res).catch(() => res.destroy());
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
