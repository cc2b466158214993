import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inForm } from './form.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { reckon } from './reckoning.ts';
import { openSite } from './site.ts';

describe('kill -9', () => {
  it('at random, of one process or both, during a mix of writes: nothing acknowledged is lost, nothing happens twice', async () => {
    const kills = inForm({ short: 3, long: 30 });
    const site = await openSite({ stations: 2 });
    const journal = openJournal();
    const load = await startLoad(site, journal, { workers: 12 });
    // Mails take their time, so that deaths fall on them as well.
    site.mail.meet(() => pause(Math.random() * 50));
    for (let kill = 0; kill < kills; kill += 1) {
      await load.progress(inForm({ short: 20, long: 50 }));
      await pause(Math.random() * 200);
      const condemned = site.stations.filter((_, index) => kill % 3 === 2 || kill % 2 === index);
      await Promise.all(condemned.map((station) => station.kill()));
      await Promise.all(condemned.map((station) => station.restart()));
    }
    await load.progress(20);
    await reckon(`kill -9, ${kills} times`, site, journal, load);
    // Some deaths left a request without an answer.
    expect(site.answers.statuses.none).toBeGreaterThan(0);
  });
});
