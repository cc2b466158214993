import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A server program started for tests, benchmarks or development. */
export interface LocalServer {
  url: string;
  pid: number | undefined;
  /** Ends it and removes what it kept. */
  stop: () => Promise<void>;
}

/** A port of the loopback interface that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
};

/** Tries `ready` until it succeeds; throws where the program ends first or 30 s pass. */
export const waitFor = async (
  name: string,
  child: ChildProcess,
  ready: () => Promise<void>,
): Promise<void> => {
  const deadline = Date.now() + 30_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    try {
      await ready();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${name} did not start`, { cause: error });
    }
    await pause(50);
  }
};

/** Asks a program to end, and waits for it; after 15 s it is killed. */
export const stopProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const killer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(killer);
};
