import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const faults = ['reset', 'lost', 'unavailable', 'limited', 'slow', 'none'] as const;
/** What it may do to a request; `none` passes it on. */
export type Fault = (typeof faults)[number];

/** What a lossy proxy did to the requests that it was sent. */
export type LossyProxy = Awaited<ReturnType<typeof startLossyProxy>>;

/**
 * A proxy that fails often: it resets before the service has the request, or after it has responded, responds 503 or 429 itself, or
 * is slow. The same seed gives the same faults.
 */
export const startLossyProxy = async (target: string, seed: number) => {
  const counts = { reset: 0, lost: 0, unavailable: 0, limited: 0, slow: 0, none: 0 };
  let state = seed;
  const next = (): Fault => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    // Half of the requests fail or are slow.
    return faults[Math.floor((state / 2_147_483_648) * 10)] ?? 'none';
  };
  const server = createServer((req, res) => {
    const fault = next();
    counts[fault] += 1;
    if (fault === 'reset') return void req.socket.destroy();
    if (fault === 'unavailable' || fault === 'limited') {
      req.resume();
      const status = fault === 'limited' ? 429 : 503;
      return void req.on('end', () => res.writeHead(status, { 'retry-after': '0' }).end());
    }
    const onward = request(
      `${target}${req.url}`,
      { method: req.method, headers: req.headers },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () => {
          if (fault === 'lost') return void req.socket.destroy();
          const send = () =>
            res.writeHead(reply.statusCode ?? 502, reply.headers).end(Buffer.concat(chunks));
          if (fault === 'slow') setTimeout(send, 50);
          else send();
        });
      },
    );
    onward.on('error', () => req.socket.destroy());
    req.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
