import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runStatement } from '../../scripts/servers/postgres.ts';
import { fillDisk } from './fill-disk.ts';
import { inForm } from './form.ts';
import { openJournal } from './journal.ts';
import { type Load, startLoad } from './load.ts';
import { type Operation, usualMix } from './operations.ts';
import { reckon } from './reckoning.ts';
import { type Recovery, recover, tellRecoveries } from './recovery.ts';
import { openSite, type Site } from './site.ts';

const mib = 1_048_576;
const maxSeconds = 10;

/** Goes on until so many requests more have been refused: by chance those that come may need no room. */
const untilRefused = async ({ answers: { statuses } }: Site, load: Load, times: number) => {
  const wanted = (statuses[503] ?? 0) + times;
  for (let turn = 0; (statuses[503] ?? 0) < wanted; turn += 1) {
    if (turn === 200) throw new Error('a full disk refuses nothing');
    await load.progress(5);
  }
};

/** Writes to PostgreSQL's log until it has no room for more, whereupon PostgreSQL stops all its work (PANIC). */
const useUpLog = async (url: string): Promise<void> => {
  const eightMegabytes = "select pg_logical_emit_message(true, 'fault', repeat('x', 8000000))";
  for (let turn = 0; turn < 100; turn += 1) {
    const failed = await runStatement(url, eightMegabytes).then(
      () => false,
      () => true,
    );
    if (failed) return;
  }
  throw new Error('a full disk has room for the log');
};

describe('a full disk', () => {
  it('under the attachments: uploads are 503, all else goes on, and they are taken again once there is room', async () => {
    const rounds = inForm({ short: 1, long: 10 });
    const apart = inForm({ short: 25, long: 80 });
    const mix: readonly Operation[] = [...usualMix, ...Array<Operation>(3).fill('attachment')];
    const site = await openSite({ disks: { files: 128 * mib } });
    const filler = join(site.directory, 'files', 'filler');
    const journal = openJournal();
    const load = await startLoad(site, journal, { workers: 12, mix });
    const recoveries: Recovery[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await load.progress(apart);
      await fillDisk(filler, 128 * mib);
      await load.progress(apart);
      await untilRefused(site, load, 1);
      await rm(filler);
      const started = performance.now();
      const taken = load.desk.uploaded;
      let vain = 0;
      for (; load.desk.uploaded === taken && vain < 600; vain += 1) await pause(50);
      recoveries.push({ vain, seconds: (performance.now() - started) / 1_000 });
    }
    await reckon(`disk full ${rounds} times`, site, journal, load);
    tellRecoveries('a full disk', recoveries);
    for (const { seconds } of recoveries) expect(seconds).toBeLessThan(maxSeconds);
  });

  it('under PostgreSQL, first for its tables, then for its log: what it cannot do is 503, nothing acknowledged is lost, and the service is back with the room', async () => {
    const rounds = inForm({ short: 1, long: 5 });
    const bytes = 512 * mib;
    const site = await openSite({
      disks: { postgres: bytes },
      postgresSettings: { min_wal_size: '32MB', max_wal_size: '64MB' },
    });
    const { postgres } = site;
    const filler = join(postgres.directory, 'filler');
    const journal = openJournal();
    const load = await startLoad(site, journal, { workers: 12 });
    const recoveries: Recovery[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await load.progress(inForm({ short: 25, long: 80 }));
      await fillDisk(filler, bytes);
      await untilRefused(site, load, 20);
      await useUpLog(postgres.url);
      await untilRefused(site, load, 20);
      await rm(filler);
      let back = false;
      const recovering = recover(site).finally(() => {
        back = true;
      });
      // Where it could not even recover it has ended, and somebody starts it again.
      for (; !back; await pause(50)) if (postgres.hasEnded()) await postgres.restart();
      recoveries.push(await recovering);
    }
    await load.progress(20);
    await reckon(`the disk of PostgreSQL full ${rounds} times`, site, journal, load);
    tellRecoveries('the disk of PostgreSQL full', recoveries);
    for (const { seconds } of recoveries) expect(seconds).toBeLessThan(maxSeconds);
  });
});
