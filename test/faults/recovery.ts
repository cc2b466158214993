import { setTimeout as pause } from 'node:timers/promises';
import { signedToken } from '../harness.ts';
import type { FaultEnvironment } from './fault-environment.ts';

const pollMs = 100;
const maxPolls = 600;

/** How fast a service recovered. */
export interface Recovery {
  seconds: number;
  /** The number of unsuccessful polls, 100 ms apart. */
  failedPolls: number;
}

/** Polls every process until it reads the database and is ready; throws after 600 polls. */
export const recover = async (environment: FaultEnvironment): Promise<Recovery> => {
  const started = performance.now();
  const token = await signedToken({ role: 'agent' });
  const headers = { authorization: `Bearer ${token}` };
  let last = '';
  const isBack = async () => {
    for (const { url } of environment.processes) {
      for (const path of ['/support/tags', '/readyz']) {
        const response = await environment.responses
          .fetch(url + path, { headers })
          .catch(() => undefined);
        last = response ? `${response.status} ${await response.text()}` : 'no answer';
        if (!response?.ok) return false;
      }
    }
    return true;
  };
  for (let failedPolls = 0; failedPolls < maxPolls; failedPolls += 1) {
    if (await isBack()) return { failedPolls, seconds: (performance.now() - started) / 1_000 };
    await pause(pollMs);
  }
  const died = environment.processes.flatMap((handle) => handle.died());
  throw new Error(['the service did not recover', last, ...died].join('\n'));
};

/** Prints every recovery time. */
export const reportRecoveries = (name: string, recoveries: readonly Recovery[]): void => {
  const seconds = recoveries.map((recovery) => recovery.seconds);
  process.stdout.write(
    `${name}: ${recoveries.length} recoveries, ${seconds.map((s) => s.toFixed(2)).join(', ')} s\n`,
  );
};
