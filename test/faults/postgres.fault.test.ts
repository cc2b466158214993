import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startFaultEnvironment } from './fault-environment.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { byProfile } from './profile.ts';
import { type Recovery, recover, reportRecoveries } from './recovery.ts';
import { verifyOutcome } from './verify-outcome.ts';

// Documented: five seconds. Doubled for a busy machine.
const maxSeconds = 10;

const open = async () => {
  const environment = await startFaultEnvironment();
  const journal = openJournal();
  return { environment, journal, load: await startLoad(environment, journal, { workers: 12 }) };
};

describe('PostgreSQL', () => {
  it('restarted abruptly under load loses no acknowledged write, and is back in seconds', async () => {
    const restarts = byProfile({ short: 2, long: 25 });
    const { environment, journal, load } = await open();
    const recoveries: Recovery[] = [];
    for (let restart = 0; restart < restarts; restart += 1) {
      await load.progress(byProfile({ short: 25, long: 100 }));
      await environment.postgres.crash();
      await pause(Math.random() * 1_000);
      await environment.postgres.restart();
      recoveries.push(await recover(environment));
    }
    await load.progress(20);
    await verifyOutcome(`PostgreSQL restarted ${restarts} times`, environment, journal, load);
    reportRecoveries('PostgreSQL restarted', recoveries);
    for (const { seconds } of recoveries) expect(seconds).toBeLessThan(maxSeconds);
  });

  it('behind a network that is slow, fragments, resets and stalls', async () => {
    const rounds = byProfile({ short: 1, long: 10 });
    const { environment, journal, load } = await open();
    const { postgres } = environment.network;
    const recoveries: Recovery[] = [];
    let resets = 0;
    for (let round = 0; round < rounds; round += 1) {
      postgres.set({ latency: 5, jitter: 10, slices: 400 });
      await load.progress(byProfile({ short: 15, long: 30 }));
      for (let turn = 0; turn < 5; turn += 1) {
        resets += postgres.reset(0.5);
        await load.progress(5);
      }
      postgres.set({});
      recoveries.push(await recover(environment));
      postgres.set({ held: true });
      await pause(byProfile({ short: 1_500, long: 3_000 }));
      postgres.set({});
      recoveries.push(await recover(environment));
    }
    await verifyOutcome(`PostgreSQL, ${resets} connections reset`, environment, journal, load);
    reportRecoveries('the network of PostgreSQL', recoveries);
    for (const { seconds } of recoveries) expect(seconds).toBeLessThan(maxSeconds);
  });
});
