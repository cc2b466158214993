import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inForm } from './form.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { reckon } from './reckoning.ts';
import { openSite } from './site.ts';

describe('two processes behind the proxy', () => {
  it('one killed, then both: what the proxy has to refuse has the envelope, and no write is sent twice', async () => {
    const rounds = inForm({ short: 1, long: 8 });
    const site = await openSite({ stations: 2, proxy: true });
    const journal = openJournal();
    const load = await startLoad(site, journal, { workers: 12 });
    for (let round = 0; round < rounds; round += 1) {
      await load.progress(inForm({ short: 20, long: 60 }));
      const [first] = site.stations;
      await first?.kill();
      await load.progress(20);
      await first?.restart();
      await Promise.all(site.stations.map((station) => station.kill()));
      await pause(1_500);
      const client = await site.client({ role: 'agent' });
      const refused = await Promise.all([
        client.listTags(),
        client.getGroupRanking({ params: { groupId: '1' } }),
        client.getGlobalRanking(),
      ]);
      expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
      await Promise.all(site.stations.map((station) => station.restart()));
    }
    await load.progress(20);
    // 502 is the proxy's word for a process that died before it had answered.
    await reckon(`behind the proxy, ${rounds} times`, site, journal, load, { statuses: ['502'] });
  });
});
