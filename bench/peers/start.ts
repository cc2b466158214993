import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stopProcess } from '../../scripts/servers/local-server.ts';
import {
  benchSecret,
  type MeasuredProcess,
  startMeasured,
  startService,
} from '../measured-process.ts';
import type { Outcome, Task } from './requests.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const install = 'npm ci --prefix bench';

/** The service's name in tables. */
export const ours = 'leitor';

const peers = {
  'fastify + pg': 'dist/servers/fastify.js',
  'nest + typeorm': 'dist/servers/nest/main.js',
};

/** The compared servers in order. */
export const serverNames = [ours, ...Object.keys(peers)];

/** Compiles the peers and the load generator. Throws if their packages are not installed. */
export const buildPeers = (): void => {
  const compiler = `${folder}../node_modules/.bin/tsc`;
  if (!existsSync(compiler)) throw new Error(`install the peers' packages first: ${install}`);
  execFileSync(compiler, ['-p', folder], { stdio: 'inherit' });
};

/** Services and settings shared by all servers. */
export interface SharedServices {
  databaseUrl: string;
  redisUrl: string;
  files: string;
  poolSize: number;
}

/** The variables that all servers share. */
export const sharedEnv = ({ databaseUrl, redisUrl, poolSize }: SharedServices) => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  DATABASE_POOL: String(poolSize),
  REDIS_URL: redisUrl,
  AUTH_JWT_SECRET: benchSecret,
});

/** Starts the service and its peers, or some of them, each in its own process. */
export const startServers = async (
  services: SharedServices,
  started: MeasuredProcess[],
  chosen: readonly string[] = Object.keys(peers),
): Promise<void> => {
  const { files } = services;
  const common = sharedEnv(services);
  started.push(await startService({ ...common, STORAGE_URL: `file:${files}` }));
  for (const [name, program] of Object.entries(peers)) {
    if (!chosen.includes(name)) continue;
    started.push(
      await startMeasured(folder + program, '/livez', (port) => ({
        env: { ...common, PORT: String(port), FILES: files },
      })),
    );
  }
};

/** The load generator, in its own process. */
export interface LoadGenerator {
  run: (task: Task) => Promise<Outcome>;
  stop: () => Promise<void>;
}

/** Starts the load generator. */
export const startLoad = (): LoadGenerator => {
  const child: ChildProcess = fork(`${folder}dist/load.js`);
  return {
    run: async (task) => {
      const reply = once(child, 'message');
      child.send(task);
      const [{ outcome, error }] = await reply;
      if (error) throw new Error(`${task.scenario} of ${task.url}: ${error}`);
      return outcome;
    },
    stop: () => stopProcess(child, 'SIGTERM'),
  };
};
