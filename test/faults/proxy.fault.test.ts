import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startFaultEnvironment } from './fault-environment.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { byProfile } from './profile.ts';
import { verifyOutcome } from './verify-outcome.ts';

describe('two processes behind the proxy', () => {
  it('one killed, then both: refusals of the proxy have the envelope, and no write is sent twice', async () => {
    const rounds = byProfile({ short: 1, long: 8 });
    const environment = await startFaultEnvironment({ processes: 2, proxy: true });
    const journal = openJournal();
    const load = await startLoad(environment, journal, { workers: 12 });
    for (let round = 0; round < rounds; round += 1) {
      await load.progress(byProfile({ short: 20, long: 60 }));
      const [first] = environment.processes;
      await first?.kill();
      await load.progress(20);
      await first?.restart();
      await Promise.all(environment.processes.map((handle) => handle.kill()));
      await pause(1_500);
      const client = await environment.client({ role: 'agent' });
      const refused = await Promise.all([
        client.listTags(),
        client.getGroupRanking({ params: { groupId: '1' } }),
        client.getGlobalRanking(),
      ]);
      expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
      await Promise.all(environment.processes.map((handle) => handle.restart()));
    }
    await load.progress(20);
    // The proxy sends 502 if a process dies before it responds.
    await verifyOutcome(`behind the proxy, ${rounds} times`, environment, journal, load, {
      statuses: ['502'],
    });
  });
});
