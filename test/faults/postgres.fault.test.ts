import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { inForm } from './form.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { reckon } from './reckoning.ts';
import { type Recovery, recover, tellRecoveries } from './recovery.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
afterEach(() => site.close());

// Five seconds are promised; a busy machine gets twice that before a test says so.
const maxSeconds = 10;

describe('PostgreSQL', () => {
  it('restarted at once (-m immediate) under load: nothing acknowledged is lost, the service is back in seconds', async () => {
    const restarts = inForm({ short: 3, long: 25 });
    site = await openSite();
    const journal = openJournal();
    const load = await startLoad(site, journal, { workers: 12 });
    const recoveries: Recovery[] = [];
    for (let restart = 0; restart < restarts; restart += 1) {
      await load.progress(150);
      await site.postgres.crash();
      await pause(Math.random() * 1_000);
      await site.postgres.restart();
      recoveries.push(await recover(site));
    }
    await load.progress(50);
    await reckon(`PostgreSQL restarted ${restarts} times`, site, journal, load);
    tellRecoveries('PostgreSQL restarted', recoveries);
    for (const { seconds } of recoveries) expect(seconds).toBeLessThan(maxSeconds);
  });
});
