import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as a stand-in's routes see it. */
export interface StandInRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

/** What a stand-in answers: JSON with a status, or anything else it does to the response by itself. */
export type StandInAnswer =
  | { status: number; json: unknown; headers?: Record<string, string> }
  | ((res: ServerResponse) => void);

/** A local stand-in for an outside service. */
export interface StandIn {
  /** `http://127.0.0.1:port` */
  url: string;
  /** Cuts every connection and ends. */
  close: () => Promise<void>;
}

/** Serves a stand-in on a free port of the loopback interface. */
export const serveStandIn = async (
  route: (request: StandInRequest) => StandInAnswer | Promise<StandInAnswer>,
): Promise<StandIn> => {
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const result = await route({
      method: req.method ?? 'GET',
      url: new URL(req.url ?? '/', 'http://127.0.0.1'),
      headers: req.headers,
      body: await text(req),
    });
    if (typeof result === 'function') {
      result(res);
      return;
    }
    res.writeHead(result.status, { 'content-type': 'application/json', ...result.headers });
    res.end(JSON.stringify(result.json));
  };
  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.destroy());
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
