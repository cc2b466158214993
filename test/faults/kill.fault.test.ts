import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startFaultEnvironment } from './fault-environment.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { byProfile } from './profile.ts';
import { verifyOutcome } from './verify-outcome.ts';

describe('kill -9', () => {
  it('at random moments loses no acknowledged write, and repeats none', async () => {
    const kills = byProfile({ short: 3, long: 30 });
    const environment = await startFaultEnvironment({ processes: 2 });
    const journal = openJournal();
    const load = await startLoad(environment, journal, { workers: 12 });
    // Slow mails, so that some kills happen while one is being sent.
    environment.mail.setBehaviour(() => pause(Math.random() * 50));
    for (let kill = 0; kill < kills; kill += 1) {
      await load.progress(byProfile({ short: 20, long: 50 }));
      await pause(Math.random() * 200);
      const killed = environment.processes.filter(
        (_, index) => kill % 3 === 2 || kill % 2 === index,
      );
      await Promise.all(killed.map((handle) => handle.kill()));
      await Promise.all(killed.map((handle) => handle.restart()));
    }
    await load.progress(20);
    await verifyOutcome(`kill -9, ${kills} times`, environment, journal, load);
    // Some kills interrupted a request.
    expect(environment.responses.statuses.none).toBeGreaterThan(0);
  });
});
