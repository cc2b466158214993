import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { parseEnv } from 'node:util';
import { freePort, servesOk, stopProcess, waitFor } from '../scripts/servers/local-server.ts';

/** An HTTP server in its own process, with CPU and memory figures. */
export interface MeasuredProcess {
  url: string;
  pid: number;
  /** CPU microseconds used so far. */
  cpu: () => Promise<number>;
  /** Resident memory in kilobytes. */
  rss: () => Promise<number>;
  /** Peak resident memory in kilobytes. */
  maxRss: () => Promise<number>;
  stop: () => Promise<void>;
}

/** One that runs on Node. */
export interface MeasuredNode extends MeasuredProcess {
  /** With MEASURE_TURNS=1 in its environment: CPU milliseconds of the longest turn of the event loop since anything was last asked. */
  longestTurn: () => Promise<number>;
}

/** Starts a server program with its port and waits until `path` returns 200. */
export const startMeasured = async (
  program: string,
  path: string,
  start: (port: number) => {
    args?: string[];
    env?: Record<string, string>;
    preload?: URL;
    flags?: readonly string[];
  },
): Promise<MeasuredNode> => {
  const port = await freePort();
  const { args = [], env = {}, preload, flags = [] } = start(port);
  const preloads = [new URL('./cpu-probe.js', import.meta.url), ...(preload ? [preload] : [])];
  const child = fork(program, args, {
    execArgv: [...flags, ...preloads.flatMap(({ href }) => ['--import', href])],
    env: { ...process.env, SHUTDOWN_DELAY: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(program, child, () => servesOk(url + path));
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} has no process`);
  return {
    url,
    pid,
    cpu: async () => (await ask(child)).cpu,
    rss: async () => (await ask(child)).rss,
    maxRss: async () => (await ask(child)).maxRss,
    longestTurn: async () => (await ask(child)).longestTurn,
    stop: () => stopProcess(child, 'SIGTERM'),
  };
};

/** Signs the tokens of benchmarks. */
export const benchSecret = 'a-secret-of-the-benchmark-that-is-long-enough';

/** How an installation starts Node. */
const unit = readFileSync(new URL('../deploy/systemd/leitor.service', import.meta.url), 'utf8');

/** Starts the service with production settings, without rate limits; `preload` is a module that runs before it. */
export const startService = (env: Record<string, string>, preload?: URL): Promise<MeasuredNode> =>
  startMeasured('server/main.js', '/readyz', (port) => ({
    flags: unit.match(/--[\w=-]+/g) ?? [],
    ...(preload && { preload }),
    env: {
      ...parseEnv(unit.match(/^Environment=(.+)$/m)?.[1] ?? ''),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      INTERNAL_PORT: '0',
      AUTH_JWT_SECRET: benchSecret,
      RATE_LIMIT: 'off',
      ATTACHMENTS_PER_TICKET: '1000000',
      LOG_LEVEL: 'warn',
      ...env,
    },
  }));

/** What `cpu-probe.js` reports. */
interface Usage {
  cpu: number;
  rss: number;
  maxRss: number;
  longestTurn: number;
}

const ask = async (child: ChildProcess): Promise<Usage> => {
  const answer = once(child, 'message');
  child.send('usage');
  const [usage] = await answer;
  return usage;
};

/** Sends `count` requests over keep-alive connections; rejects unless all return 200, or 304 for what the caller has. */
export const sendRequests = async (
  url: string,
  count: number,
  {
    connections = 16,
    headers = () => ({}),
  }: { connections?: number; headers?: (n: number) => Record<string, string> } = {},
): Promise<{ milliseconds: number[]; bytes: number }> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const milliseconds: number[] = [];
  let left = count;
  let bytes = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const started = performance.now();
      get(url, { agent, headers: headers(left) }, (res) => {
        if (res.statusCode !== 200 && res.statusCode !== 304)
          reject(new Error(`returned ${res.statusCode}`));
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
