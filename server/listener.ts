import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Request, Response } from 'express';
import { plainFailure, rawFailure } from './http/failures.ts';
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
    // Refused below: Node would do so without a body.
    requireHostHeader: false,
  });
  answerClientErrors(server);
  // Expectations but 100-continue may be ignored (RFC 9110 §10.1.1); Node would refuse them without a body.
  server.on('checkExpectation', (req, res) => void server.emit('request', req, res));
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
        if (lacksHost(req)) {
          const { status, headers, body } = plainFailure('invalid-request');
          res.writeHead(status, headers).end(body);
          return;
        }
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

/** RFC 9112 §3.2: a request of HTTP/1.1 without `Host` is 400. */
const lacksHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion !== '1.0';

const answerClientErrors = (server: Server): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const other = answerOfAnother(socket);
    if (other) {
      other.once('finish', () => socket.end());
      return;
    }
    if (error.code === 'HPE_HEADER_OVERFLOW') socket.end(rawFailure('headers-too-large'));
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.end(rawFailure('request-timeout'));
    else socket.end(rawFailure('invalid-request'));
  });
};

/**
 * The answer under way on the connection, where it is not of the request that is wrong but of one before it: a refusal now
 * would be read as that answer, or as a part of it.
 */
const answerOfAnother = (socket: Duplex): ServerResponse | undefined => {
  // Node's own handler looks here too; there is no other way to ask.
  const current: unknown = Reflect.get(socket, '_httpMessage');
  if (!(current instanceof ServerResponse)) return undefined;
  return current.headersSent || current.req.complete ? current : undefined;
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
