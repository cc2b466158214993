import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/programs.ts';
import { freePort, stopProcess, waitFor } from '../../scripts/servers/local-server.ts';
import type { MeasuredProcess } from '../measured-process.ts';
import { cpuMicrosecondsOf } from '../peers/cpu-time.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const program = `${folder}dist/floor`;

/** Builds the Go server. Throws if Go is not installed. */
export const buildFloor = (): void => {
  const go = findProgram('go', '/usr/local/go/bin');
  if (!go) throw new Error('install Go to measure the floor');
  execFileSync(go, ['build', '-o', program, '.'], { cwd: folder, stdio: 'inherit' });
  if (!existsSync(program)) throw new Error('the floor was not built');
};

/** Starts the Go server. */
export const startFloor = async (env: Record<string, string>): Promise<MeasuredProcess> => {
  const port = await freePort();
  const child = spawn(program, [], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(program, child, async () => {
    const { ok } = await fetch(`${url}/livez`);
    if (!ok) throw new Error('not ready');
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} has no process`);
  const kilobytesOf = async (field: string) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]);
  };
  return {
    url,
    pid,
    cpu: async () => (await cpuMicrosecondsOf(pid)) ?? Number.NaN,
    rss: () => kilobytesOf('VmRSS'),
    maxRss: () => kilobytesOf('VmHWM'),
    stop: () => stopProcess(child, 'SIGTERM'),
  };
};
