import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request, Response } from 'express';
import { rawFailure } from './http/failures.ts';
import { type Answering, createMessages } from './http/messages.ts';

/** A listening HTTP server. */
export interface Listener {
  /** `http://host:port`, with the port that was given or found. */
  url: string;
  /** Answers requests so, from now on. To be called once, as soon as the address is known. */
  serve: (answering: Answering) => void;
  /** From now on each answer also ends its connection, so that callers and proxies come back elsewhere. */
  drain: () => void;
  /** Takes no new connections, lets running requests finish for so long, then cuts what is left. */
  close: (graceMs: number) => Promise<void>;
}

/** Listens for HTTP requests; answers in the envelope even what Node itself refuses. */
export const listen = async ({ host, port }: { host: string; port: number }): Promise<Listener> => {
  const messages = createMessages();
  const server = createServer({
    ...messages.classes,
    headersTimeout: 15_000,
    requestTimeout: 120_000,
    // How often the two are looked at; by itself every 30 s, which would triple the first.
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 65_000,
  });
  answerClientErrors(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  let draining = false;
  const { port: bound } = server.address() as AddressInfo;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shownHost}:${bound}`,
    serve: ({ app, answer }) => {
      messages.belongTo(app);
      server.on('request', (req, res) => {
        if (draining) res.setHeader('Connection', 'close');
        // They are of the classes that belong to the application.
        answer(req as Request, res as Response);
      });
    },
    drain: () => {
      draining = true;
    },
    close: (graceMs) => closeServer(server, graceMs),
  };
};

const answerClientErrors = (server: Server): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (error.code === 'HPE_HEADER_OVERFLOW') socket.end(rawFailure('headers-too-large'));
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.end(rawFailure('request-timeout'));
    else socket.end(rawFailure('invalid-request'));
  });
};

const closeServer = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    // A connection that falls idle after its last answer would otherwise be kept alive for a minute.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close((error) => {
      clearInterval(sweep);
      clearTimeout(cut);
      if (error) reject(error);
      else resolve();
    });
  });
