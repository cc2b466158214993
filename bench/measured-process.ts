import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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
  stop: () => Promise<void>;
}

/** Starts a server program with its port and waits until `path` returns 200. */
export const startMeasured = async (
  program: string,
  path: string,
  start: (port: number) => {
    args?: string[];
    env?: Record<string, string>;
    flags?: readonly string[];
  },
): Promise<MeasuredProcess> => {
  const port = await freePort();
  const { args = [], env = {}, flags = [] } = start(port);
  const child = fork(program, args, {
    execArgv: [...flags, '--import', new URL('./cpu-probe.js', import.meta.url).href],
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
    stop: () => stopProcess(child, 'SIGTERM'),
  };
};

/** Signs the tokens of benchmarks. */
export const benchSecret = 'a-secret-of-the-benchmark-that-is-long-enough';

/** How an installation starts Node. */
const unit = readFileSync(new URL('../deploy/systemd/leitor.service', import.meta.url), 'utf8');

/** Starts the service with production settings, without rate limits. */
export const startService = (env: Record<string, string>): Promise<MeasuredProcess> =>
  startMeasured('server/main.js', '/readyz', (port) => ({
    flags: unit.match(/--[\w=-]+/g) ?? [],
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
}

const ask = async (child: ChildProcess): Promise<Usage> => {
  const reply = once(child, 'message');
  child.send('usage');
  const [usage] = await reply;
  return usage;
};
