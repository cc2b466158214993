import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** How a connection fares on its way. Times in milliseconds, for every piece that passes. */
export interface Weather {
  latency?: number;
  /** Latency is up to so much longer, at random. */
  jitter?: number;
  /** Bytes travel in pieces of at most so many. */
  slices?: number;
  /** Nothing passes, but nothing is lost: it flows on when the weather changes. */
  held?: boolean;
  /** What is sent is lost, without a word; a connection that lived through this stays dead. */
  lost?: boolean;
}

/** A stretch of network that can be made to fail, between a service and what it needs. */
export interface FaultProxy {
  port: number;
  /** How all connections fare from now on, those that are open included. */
  set: (weather: Weather) => void;
  /** Resets open connections, each with this probability; answers how many. */
  reset: (share: number) => number;
  close: () => Promise<void>;
}

interface Link {
  client: Socket;
  upstream: Socket;
  dead: boolean;
}

/** Starts a proxy on a free port of the loopback interface that hands connections on to `target`. */
export const startFaultProxy = async (target: number): Promise<FaultProxy> => {
  const links = new Set<Link>();
  let weather: Weather = {};
  let changed = Promise.withResolvers<void>();

  const through = (link: Link) =>
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        while (weather.held && !link.client.destroyed) await changed.promise;
        if (link.dead) continue;
        const size = weather.slices ?? chunk.length;
        for (let start = 0; start < chunk.length; start += size) {
          const { latency = 0, jitter = 0 } = weather;
          if (latency + jitter > 0) await pause(latency + Math.random() * jitter);
          yield chunk.subarray(start, start + size);
        }
      }
      // Nor does the other side learn that a connection ended which the network has lost.
      if (link.dead && !link.client.destroyed) await once(link.client, 'close');
    };

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = createConnection({ port: target, host: '127.0.0.1', noDelay: true });
    const link = { client, upstream, dead: weather.lost ?? false };
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
  if (address === null || typeof address === 'string') throw new Error('no port was given');

  const set = (next: Weather) => {
    weather = next;
    if (next.lost) for (const link of links) link.dead = true;
    changed.resolve();
    changed = Promise.withResolvers();
  };
  return {
    port: address.port,
    set,
    reset: (share) => {
      const unlucky = [...links].filter(() => Math.random() < share);
      for (const { client, upstream } of unlucky) {
        client.resetAndDestroy();
        upstream.resetAndDestroy();
      }
      return unlucky.length;
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
