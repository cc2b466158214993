import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { freePort, stopProcess, waitFor } from '../servers/local-server.ts';

/** An HTTP server in a process of its own, whose CPU time can be asked for. */
export interface MeasuredProcess {
  url: string;
  /** CPU microseconds so far. */
  cpu: () => Promise<number>;
  /** The memory it holds, in kilobytes. */
  rss: () => Promise<number>;
  /** The most memory it has held so far, in kilobytes. */
  maxRss: () => Promise<number>;
  stop: () => Promise<void>;
}

/** Starts a server program, given its port, and waits until `path` answers. */
export const startMeasured = async (
  program: string,
  path: string,
  start: (port: number) => { args?: string[]; env?: Record<string, string> },
): Promise<MeasuredProcess> => {
  const port = await freePort();
  const { args = [], env = {} } = start(port);
  const probe = new URL('./cpu-probe.ts', import.meta.url).href;
  const child = fork(program, args, {
    execArgv: ['--import', probe],
    env: { ...process.env, SHUTDOWN_DELAY: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(program, child, async () => {
    const { status } = await fetch(url + path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  });
  return {
    url,
    cpu: async () => (await ask(child)).cpu,
    rss: async () => (await ask(child)).rss,
    maxRss: async () => (await ask(child)).maxRss,
    stop: () => stopProcess(child, 'SIGTERM'),
  };
};

/** The secret that signs tokens for a service started here. */
export const benchSecret = 'a-secret-of-the-benchmark-that-is-long-enough';

/** Starts the service as in production, but for rate limits. */
export const startService = (env: Record<string, string>): Promise<MeasuredProcess> =>
  startMeasured('server/main.ts', '/readyz', (port) => ({
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      INTERNAL_PORT: '0',
      AUTH_JWT_SECRET: benchSecret,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
  }));

const ask = async (child: ChildProcess): Promise<{ cpu: number; rss: number; maxRss: number }> => {
  const answer = once(child, 'message');
  child.send('how much');
  const [usage] = await answer;
  return usage;
};

/** Sends so many requests over a few connections that stay open; answers when all have been answered with 200. */
export const sendRequests = async (
  url: string,
  count: number,
  {
    connections = 16,
    headers = {},
  }: { connections?: number; headers?: Record<string, string> } = {},
): Promise<{ milliseconds: number[]; bytes: number }> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const milliseconds: number[] = [];
  let left = count;
  let bytes = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const started = performance.now();
      get(url, { agent, headers }, (res) => {
        if (res.statusCode !== 200) reject(new Error(`answered ${res.statusCode}`));
        res.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        res.on('end', () => {
          milliseconds.push(performance.now() - started);
          resolve();
        });
      }).on('error', reject);
    });
  const connection = async () => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return { milliseconds, bytes };
};
