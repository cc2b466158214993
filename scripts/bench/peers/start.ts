import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stopProcess } from '../../servers/local-server.ts';
import {
  benchSecret,
  type MeasuredProcess,
  startMeasured,
  startService,
} from '../measured-process.ts';
import type { Outcome, Task } from './requests.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const install = 'npm ci --prefix scripts/bench/peers';

/** The service's name in tables; all others are its peers. */
export const ours = 'leitor';

const peers = {
  'express + pg': 'dist/servers/express.js',
  'fastify + pg': 'dist/servers/fastify.js',
  'nest + typeorm': 'dist/servers/nest/main.js',
};

/** The servers that are compared, in their order. */
export const serverNames = [ours, ...Object.keys(peers)];

/** Compiles the peers and the load generator. Throws where their packages are not installed. */
export const buildPeers = (): void => {
  const compiler = `${folder}node_modules/.bin/tsc`;
  if (!existsSync(compiler)) throw new Error(`install the peers' packages first: ${install}`);
  execFileSync(compiler, ['-p', folder], { stdio: 'inherit' });
};

/** What all servers share. */
export interface Surroundings {
  databaseUrl: string;
  redisUrl: string;
  files: string;
  poolSize: number;
}

/** Starts the service and its peers, each in a process of its own. */
export const startServers = async (
  { databaseUrl, redisUrl, files, poolSize }: Surroundings,
  started: MeasuredProcess[],
): Promise<void> => {
  const common = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(poolSize),
    REDIS_URL: redisUrl,
    AUTH_JWT_SECRET: benchSecret,
  };
  started.push(await startService({ ...common, STORAGE_URL: `file:${files}` }));
  for (const program of Object.values(peers)) {
    started.push(
      await startMeasured(folder + program, '/livez', (port) => ({
        env: { ...common, PORT: String(port), FILES: files },
      })),
    );
  }
};

/** The load generator, in a process of its own. */
export interface LoadGenerator {
  run: (task: Task) => Promise<Outcome>;
  stop: () => Promise<void>;
}

/** Starts the load generator. */
export const startLoad = (): LoadGenerator => {
  const child: ChildProcess = fork(`${folder}dist/load.js`);
  return {
    run: async (task) => {
      const answer = once(child, 'message');
      child.send(task);
      const [{ outcome, error }] = await answer;
      if (error) throw new Error(`${task.line} of ${task.url}: ${error}`);
      return outcome;
    },
    stop: () => stopProcess(child, 'SIGTERM'),
  };
};
