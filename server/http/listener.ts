import cluster from 'node:cluster';
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createNetServer,
  type ListenOptions,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { plainFailure, rawFailure } from './failures.ts';

export interface Listener {
  /** The listener's address with its actual port. */
  url: string;
  /** Starts serving, including requests that arrived before. Call it once, when the address is known. */
  serve: (app: Express) => void;
  /** Closes each connection after its next response, so that clients reconnect to another process. */
  drain: () => void;
  /** Lets requests in flight finish for `graceMs`, then closes the remaining connections. */
  close: (graceMs: number) => Promise<void>;
}

/** With Node's 511, the kernel dropped connections at noon, and clients retried after 1, 3 and 7 s. */
const backlog = 4_096;

/**
 * Node accepts one connection of a socket in each turn of its event loop (up to 30 ms under load). With one
 * socket, readers at noon waited for seconds. Only Linux lets sockets of a process share a port.
 */
const listeningSockets = process.platform === 'linux' && cluster.isPrimary ? 32 : 1;

/**
 * Opens a listener. Requests that Node itself refuses also get the envelope. Workers of PROCESSES share the
 * port.
 */
export const listen = async ({ host, port }: { host: string; port: number }): Promise<Listener> => {
  const server = createServer({
    headersTimeout: 15_000,
    requestTimeout: 120_000,
    // Node checks both timeouts at this interval; its default of 30 s would triple the first one.
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 65_000,
    // A missing host is refused below, because Node's own refusal has no body.
    requireHostHeader: false,
  });
  refuseClientErrors(server);
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  // Other expectations may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (req, res) => void server.emit('request', req, res));
  const early: [IncomingMessage, ServerResponse][] = [];
  const hold = (...exchange: [IncomingMessage, ServerResponse]) => void early.push(exchange);
  server.on('request', hold);
  const others = await open(server, { port, host });
  let draining = false;
  const { port: bound } = server.address() as AddressInfo;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shownHost}:${bound}`,
    serve: (app) => {
      const handle: typeof hold = (req, res) => {
        if (draining) res.setHeader('Connection', 'close');
        if (!hasOneHost(req) || !hasValidTarget(req)) {
          const { status, headers, body } = plainFailure('invalid-request');
          res.writeHead(status, headers).end(body);
          return;
        }
        app(req, res);
      };
      server.off('request', hold).on('request', handle);
      for (const exchange of early.splice(0)) handle(...exchange);
    },
    drain: () => {
      draining = true;
    },
    close: (graceMs) => closeServers(server, others, connections, graceMs),
  };
};

/** Returns true if a request has exactly one host (RFC 9112 §3.2). */
const hasOneHost = ({ rawHeaders, httpVersion }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
};

/**
 * Returns true for a path, `*` or an absolute address (RFC 9112 §3.2). Express finds no route for other
 * targets.
 */
const hasValidTarget = ({ url = '' }: IncomingMessage): boolean =>
  url.startsWith('/') || url === '*' || URL.canParse(url);

const refuseClientErrors = (server: Server): void => {
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // Node emits an error for each further malformed chunk.
    if (refused.has(socket)) return;
    refused.add(socket);
    const other = earlierResponse(socket);
    if (other) {
      other.once('finish', () => socket.end());
      return;
    }
    if (error.code === 'HPE_HEADER_OVERFLOW') socket.end(rawFailure('headers-too-large'));
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.end(rawFailure('request-timeout'));
    else socket.end(rawFailure('invalid-request'));
  });
};

/** Returns an earlier response in flight; the client would read a refusal as a part of it. */
const earlierResponse = (socket: Duplex): ServerResponse | undefined => {
  // Node's own handler reads this property, and there is no public one.
  const current: unknown = Reflect.get(socket, '_httpMessage');
  if (!(current instanceof ServerResponse)) return undefined;
  return current.headersSent || current.req.complete ? current : undefined;
};

/**
 * Opens more sockets on the port, which pass their connections to the server. Throws if the port is taken.
 */
const open = async (
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<NetServer[]> => {
  // Sockets with a shared port would also share it with another program, so this checks that no other has it.
  if (listeningSockets > 1 && port !== 0) {
    const probe = createNetServer();
    await listenOn(probe, { port, host });
    await closed(probe);
  }
  const reusePort = listeningSockets > 1;
  await listenOn(server, { port, host, backlog, reusePort });
  const { port: bound } = server.address() as AddressInfo;
  const others = Array.from({ length: listeningSockets - 1 }, () =>
    createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit('connection', socket);
    }),
  );
  await Promise.all(
    others.map((other) => listenOn(other, { port: bound, host, backlog, reusePort })),
  );
  return others;
};

const listenOn = (server: NetServer, options: ListenOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, resolve);
  });

const closed = (server: NetServer): Promise<void> =>
  new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
  });

/** The time limit for a silent new connection while its server closes. */
const firstByteMs = 1_000;

/** Closes open connections when they become idle, at the latest after `graceMs`. */
const closeServers = async (
  server: Server,
  others: NetServer[],
  connections: ReadonlySet<Socket>,
  graceMs: number,
): Promise<void> => {
  // Without this, a connection that becomes idle now stays open for a minute.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  // Browsers and proxies open connections in advance, and Node does not count those as idle.
  const drop = setTimeout(() => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }, firstByteMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  try {
    await Promise.all([server, ...others].map(closed));
  } finally {
    clearInterval(sweep);
    clearTimeout(drop);
    clearTimeout(cut);
  }
};
