import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { removeFolder } from './remove-folder.ts';

/** A server program started for tests, benchmarks or development. */
export interface LocalServer {
  url: string;
  pid: number | undefined;
  /** Stops the server and removes its files. */
  stop: () => Promise<void>;
}

// The port is below the range of outgoing connections on Linux, macOS and Windows, which could take it while
// the server is down.
const firstPort = 10_000;
const lastPort = 32_767;

/**
 * A free TCP port of the loopback interface, reserved until this process ends, so that a server can restart
 * on it. Outgoing connections and other callers never get it.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(firstPort, lastPort + 1);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
};

/** Binds the UDP port with the same number, as a mark that all processes see. */
const claim = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const mark = createSocket('udp4').unref();
    mark.once('error', (error) => {
      mark.close();
      if (isTaken(error)) resolve(false);
      else reject(error);
    });
    mark.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (isTaken(error) ? resolve(false) : reject(error)));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => resolve(true));
    });
  });

// Windows reserves some ports.
const isTaken = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'EADDRINUSE' || error.code === 'EACCES';

/** The options for starting a server program. */
interface ServerStart extends SpawnOptions {
  name: string;
  program: string;
  args: readonly string[];
  url: string;
  /** Rejects until the server is ready. */
  ready: () => Promise<unknown>;
  /** A folder to remove when the server stops. */
  directory?: string;
  /** The signal that stops the server, by default SIGTERM. */
  endSignal?: NodeJS.Signals;
}

/** Starts a server program and waits until it is ready. */
export const startServer = async ({
  name,
  program,
  args,
  url,
  ready,
  directory,
  endSignal = 'SIGTERM',
  ...options
}: ServerStart): Promise<LocalServer> => {
  const child = spawn(program, args, { stdio: 'ignore', ...options });
  const stop = async () => {
    await stopProcess(child, endSignal);
    if (directory) await removeFolder(directory);
  };
  try {
    await waitFor(name, child, ready);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid, stop };
};

/** Retries `ready` until it succeeds; throws if the program ends first or after two minutes. */
export const waitFor = async (
  name: string,
  child: ChildProcess,
  ready: () => Promise<unknown>,
): Promise<void> => {
  const deadline = Date.now() + 120_000;
  for (;;) {
    if (hasEnded(child))
      throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}`);
    try {
      await ready();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${name} did not start`, { cause: error });
    }
    await pause(50);
  }
};

/** Resolves if an address responds with 200. Use it with {@link waitFor}. */
export const servesOk = async (url: string): Promise<void> => {
  const { status } = await fetch(url);
  if (status !== 200) throw new Error(`${url} returned ${status}`);
};

/** Resolves if a port accepts connections. Use it with {@link waitFor}. */
export const connects = async (port: number): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect').finally(() => socket.destroy());
};

/** Stops a program and waits for its end; kills it after 15 s. */
export const stopProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const killer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(killer);
};

/** Returns true if a program has exited or was ended by a signal. */
export const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** Resolves when the server on a port sends a greeting, like a mail server. */
export const greets = (port: number, tls = false): Promise<void> =>
  new Promise((resolve, reject) => {
    const address = { port, host: '127.0.0.1', timeout: 2_000 };
    const socket = tls ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address);
    socket.once('data', () => resolve(void socket.destroy()));
    socket.once('timeout', () => socket.destroy(new Error('no greeting')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection closed without a greeting')));
  });
