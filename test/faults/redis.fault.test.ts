import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { describe, expect, it } from 'vitest';
import { inForm } from './form.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { hardlyAny, reckon, refusedShare } from './reckoning.ts';
import { type Recovery, tellRecoveries } from './recovery.ts';
import { openSite } from './site.ts';

const rounds = inForm({ short: 1, long: 6 });
const apart = inForm({ short: 20, long: 100 });
const pollMs = 50;
const maxSeconds = 10;

/** Empties Redis, and answers once the service has counted or kept something in it again. */
const inUseAgain = async (url: string): Promise<Recovery> => {
  const started = performance.now();
  const client = await createClient({ url }).connect();
  try {
    await client.flushAll();
    for (let vain = 0; vain < 600; vain += 1) {
      if ((await client.dbSize()) > 0)
        return { vain, seconds: (performance.now() - started) / 1e3 };
      await pause(pollMs);
    }
    throw new Error('Redis is not used again');
  } finally {
    client.destroy();
  }
};

describe('Redis', () => {
  it('killed, frozen, slow and reset under load: nobody notices', async () => {
    const site = await openSite({ stations: 2 });
    const journal = openJournal();
    const load = await startLoad(site, journal, { workers: 12 });
    const { redis } = site.network;
    const recoveries: Recovery[] = [];
    const back = async () => recoveries.push(await inUseAgain(site.redis.url));
    await load.progress(apart);
    for (let round = 0; round < rounds; round += 1) {
      await site.redis.kill();
      await load.progress(apart);
      await site.redis.restart();
      await back();

      if (site.redis.pid !== undefined) process.kill(site.redis.pid, 'SIGSTOP');
      await load.progress(apart);
      if (site.redis.pid !== undefined) process.kill(site.redis.pid, 'SIGCONT');
      await back();

      redis.set({ latency: 200 });
      await load.progress(apart);
      redis.reset(1);
      redis.set({});
      await back();
    }
    await reckon(`Redis killed, frozen and slow, ${rounds} times each`, site, journal, load);
    tellRecoveries('Redis', recoveries);
    for (const { seconds } of recoveries) expect(seconds).toBeLessThan(maxSeconds);
    expect(refusedShare(site)).toBeLessThan(hardlyAny);
  });
});
