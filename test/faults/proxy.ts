import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Simulated network conditions, with times in milliseconds that apply to every chunk. */
export interface NetworkConditions {
  latency?: number;
  /** The largest random additional latency. */
  jitter?: number;
  /** The largest chunk in bytes. */
  slices?: number;
  /** True holds bytes back until the conditions change, and loses none. */
  held?: boolean;
  /** True drops bytes silently; an affected connection stays dead. */
  lost?: boolean;
}

interface Link {
  client: Socket;
  upstream: Socket;
  dead: boolean;
}

/** A TCP proxy that simulates network failures. */
export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** Starts a proxy on a free loopback port that forwards to the port `target`. */
export const startFaultProxy = async (target: number) => {
  const links = new Set<Link>();
  let conditions: NetworkConditions = {};
  let changed = Promise.withResolvers<void>();

  const through = (link: Link) =>
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        while (conditions.held && !link.client.destroyed) await changed.promise;
        if (link.dead) continue;
        const size = conditions.slices ?? chunk.length;
        for (let start = 0; start < chunk.length; start += size) {
          const { latency = 0, jitter = 0 } = conditions;
          if (latency + jitter > 0) await pause(latency + Math.random() * jitter);
          yield chunk.subarray(start, start + size);
        }
      }
      // The end of a lost connection does not reach the other side either.
      if (link.dead && !link.client.destroyed) await once(link.client, 'close');
    };

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = createConnection({ port: target, host: '127.0.0.1', noDelay: true });
    const link = { client, upstream, dead: conditions.lost ?? false };
    links.add(link);
    const cut = () => {
      links.delete(link);
      client.destroy();
      upstream.destroy();
    };
    pipeline(client, through(link), upstream).catch(cut);
    pipeline(upstream, through(link), client).catch(cut);
    client.once('close', cut);
    upstream.once('close', () => link.dead || cut());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  const set = (next: NetworkConditions) => {
    conditions = next;
    if (next.lost) for (const link of links) link.dead = true;
    changed.resolve();
    changed = Promise.withResolvers();
  };
  return {
    port: address.port,
    /** Sets the conditions of all connections, open ones included. */
    set,
    /** Resets each open connection with this probability; returns how many. */
    reset: (share: number) => {
      const chosen = [...links].filter(() => Math.random() < share);
      for (const { client, upstream } of chosen) {
        client.resetAndDestroy();
        upstream.resetAndDestroy();
      }
      return chosen.length;
    },
    close: async () => {
      set({});
      server.close();
      for (const { client, upstream } of links) {
        client.destroy();
        upstream.destroy();
      }
      await once(server, 'close');
    },
  };
};
