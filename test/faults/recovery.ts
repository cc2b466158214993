import { setTimeout as pause } from 'node:timers/promises';
import { signToken } from '../../server/auth/tokens.ts';
import { testSecret } from '../harness.ts';
import type { Site } from './site.ts';

const pollMs = 100;
const maxPolls = 600;

/** How soon a service was itself again. */
export interface Recovery {
  seconds: number;
  /** How often it was asked in vain, a tenth of a second apart. */
  vain: number;
}

/** Asks every station until it reads the database again and calls itself ready; gives up after 600 times. */
export const recover = async (site: Site): Promise<Recovery> => {
  const started = performance.now();
  const token = await signToken(
    testSecret,
    { role: 'agent' },
    { expiresAt: new Date(Date.now() + 30 * 86_400_000) },
  );
  const headers = { authorization: `Bearer ${token}` };
  let last = '';
  const isBack = async () => {
    for (const { url } of site.stations) {
      for (const path of ['/support/tags', '/readyz']) {
        const answer = await site.answers.fetch(url + path, { headers }).catch(() => undefined);
        last = answer ? `${answer.status} ${await answer.text()}` : 'no answer';
        if (!answer?.ok) return false;
      }
    }
    return true;
  };
  for (let vain = 0; vain < maxPolls; vain += 1) {
    if (await isBack()) return { vain, seconds: (performance.now() - started) / 1_000 };
    await pause(pollMs);
  }
  const died = site.stations.flatMap((station) => station.died());
  throw new Error(['the service did not come back', last, ...died].join('\n'));
};

/** Says how soon the service was back, each time. */
export const tellRecoveries = (name: string, recoveries: readonly Recovery[]): void => {
  const seconds = recoveries.map((recovery) => recovery.seconds);
  process.stdout.write(
    `${name}: ${recoveries.length} recoveries, ${seconds.map((s) => s.toFixed(2)).join(', ')} s\n`,
  );
};
