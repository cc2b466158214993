import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inForm } from './form.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { reckon } from './reckoning.ts';
import { type Recovery, recover, tellRecoveries } from './recovery.ts';
import { openSite } from './site.ts';

// Five seconds are promised; a busy machine gets twice that before a test says so.
const maxSeconds = 10;

const open = async () => {
  const site = await openSite();
  const journal = openJournal();
  return { site, journal, load: await startLoad(site, journal, { workers: 12 }) };
};

describe('PostgreSQL', () => {
  it('restarted at once (-m immediate) under load: nothing acknowledged is lost, the service is back in seconds', async () => {
    const restarts = inForm({ short: 2, long: 25 });
    const { site, journal, load } = await open();
    const recoveries: Recovery[] = [];
    for (let restart = 0; restart < restarts; restart += 1) {
      await load.progress(inForm({ short: 25, long: 100 }));
      await site.postgres.crash();
      await pause(Math.random() * 1_000);
      await site.postgres.restart();
      recoveries.push(await recover(site));
    }
    await load.progress(20);
    await reckon(`PostgreSQL restarted ${restarts} times`, site, journal, load);
    tellRecoveries('PostgreSQL restarted', recoveries);
    for (const { seconds } of recoveries) expect(seconds).toBeLessThan(maxSeconds);
  });

  it('behind a network that is slow, cuts into slices, resets and stalls', async () => {
    const rounds = inForm({ short: 1, long: 10 });
    const { site, journal, load } = await open();
    const { postgres } = site.network;
    const recoveries: Recovery[] = [];
    let resets = 0;
    for (let round = 0; round < rounds; round += 1) {
      postgres.set({ latency: 5, jitter: 10, slices: 400 });
      await load.progress(inForm({ short: 15, long: 30 }));
      for (let turn = 0; turn < 5; turn += 1) {
        resets += postgres.reset(0.5);
        await load.progress(5);
      }
      postgres.set({});
      recoveries.push(await recover(site));
      postgres.set({ held: true });
      await pause(inForm({ short: 1_500, long: 3_000 }));
      postgres.set({});
      recoveries.push(await recover(site));
    }
    await reckon(`PostgreSQL, ${resets} connections reset`, site, journal, load);
    tellRecoveries('the network of PostgreSQL', recoveries);
    for (const { seconds } of recoveries) expect(seconds).toBeLessThan(maxSeconds);
  });

  it('behind a network that loses connections without a word: back once they have been silent for some seconds', async () => {
    const { site, journal, load } = await open();
    await load.progress(50);
    site.network.postgres.set({ lost: true });
    await pause(1_000);
    site.network.postgres.set({});
    const recovery = await recover(site);
    await load.progress(50);
    await reckon('PostgreSQL, connections lost', site, journal, load);
    tellRecoveries('connections lost', [recovery]);
    expect(recovery.seconds).toBeLessThan(maxSeconds);
  });
});
