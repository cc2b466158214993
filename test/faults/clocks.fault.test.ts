import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type FaultEnvironment, startFaultEnvironment } from './fault-environment.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { byProfile } from './profile.ts';
import { verifyOutcome } from './verify-outcome.ts';

const processes = 4;
const apartMs = 1_000;

/** How far a clock must be ahead to reach noon in São Paulo (15:00 UTC) in `ms` milliseconds. */
const aheadOfNoon = (ms: number): number => {
  const noon = new Date();
  noon.setUTCHours(15, 0, 0, 0);
  return noon.getTime() + 86_400_000 - Date.now() - ms;
};

describe('four processes whose clocks are a second apart', () => {
  it('generate one quiz at noon, and do nothing twice while processes are killed', async () => {
    const ahead = aheadOfNoon(10_000);
    const environment = await startFaultEnvironment({
      processes,
      program: 'test/support/service-process.ts',
      env: (handle) => ({
        CLOCK_AHEAD_MS: String(ahead + (handle - 1.5) * apartMs),
        LEASE_MS: '5000',
      }),
    });
    // The schedule is checked every ten seconds.
    for (let look = 0; (await quizzes(environment)).length === 0; look += 1) {
      if (look === 600) throw new Error('no quiz after noon');
      await pause(100);
    }
    await pause(11_000);
    expect(await quizzes(environment)).toHaveLength(1);
    expect(environment.model.requests).toHaveLength(1);

    const journal = openJournal();
    const load = await startLoad(environment, journal, { workers: 12 });
    const kills = byProfile({ short: 1, long: 12 });
    for (let kill = 0; kill < kills; kill += 1) {
      await load.progress(byProfile({ short: 20, long: 50 }));
      const handle = environment.processes[kill % processes];
      await handle?.kill();
      await handle?.restart();
    }
    await load.progress(20);
    await verifyOutcome(`four clocks a second apart, ${kills} kills`, environment, journal, load);
    expect(await quizzes(environment)).toHaveLength(1);
  });
});

const quizzes = async (environment: FaultEnvironment) =>
  (await environment.trpc().quiz.list.query()).items;
