import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { describe, expect, it } from 'vitest';
import { startFaultEnvironment } from './fault-environment.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { byProfile } from './profile.ts';
import { type Recovery, reportRecoveries } from './recovery.ts';
import { maxRefusedShare, refusedShare, verifyOutcome } from './verify-outcome.ts';

const rounds = byProfile({ short: 1, long: 6 });
const apart = byProfile({ short: 20, long: 100 });
const pollMs = 50;
const maxSeconds = 10;

/** Empties Redis and resolves once the service has written to it again. */
const inUseAgain = async (url: string): Promise<Recovery> => {
  const started = performance.now();
  const client = await createClient({ url }).connect();
  try {
    await client.flushAll();
    for (let failedPolls = 0; failedPolls < 600; failedPolls += 1) {
      if ((await client.dbSize()) > 0)
        return { failedPolls, seconds: (performance.now() - started) / 1e3 };
      await pause(pollMs);
    }
    throw new Error('Redis is not used again');
  } finally {
    client.destroy();
  }
};

describe('Redis', () => {
  it('killed, frozen, slow and reset under load: no caller notices', async () => {
    const environment = await startFaultEnvironment({ processes: 2 });
    const journal = openJournal();
    const load = await startLoad(environment, journal, { workers: 12 });
    const { redis } = environment.network;
    const recoveries: Recovery[] = [];
    const back = async () => recoveries.push(await inUseAgain(environment.redis.url));
    await load.progress(apart);
    for (let round = 0; round < rounds; round += 1) {
      await environment.redis.kill();
      await load.progress(apart);
      await environment.redis.restart();
      await back();

      if (environment.redis.pid !== undefined) process.kill(environment.redis.pid, 'SIGSTOP');
      await load.progress(apart);
      if (environment.redis.pid !== undefined) process.kill(environment.redis.pid, 'SIGCONT');
      await back();

      redis.set({ latency: 200 });
      await load.progress(apart);
      redis.reset(1);
      redis.set({});
      await back();
    }
    await verifyOutcome(
      `Redis killed, frozen and slow, ${rounds} times each`,
      environment,
      journal,
      load,
    );
    reportRecoveries('Redis', recoveries);
    for (const { seconds } of recoveries) expect(seconds).toBeLessThan(maxSeconds);
    expect(refusedShare(environment)).toBeLessThan(maxRefusedShare);
  });
});
