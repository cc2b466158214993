import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runStatement } from '../../scripts/servers/postgres.ts';
import { type FaultEnvironment, startFaultEnvironment } from './fault-environment.ts';
import { openJournal } from './journal.ts';
import { type Load, startLoad } from './load.ts';
import { type Operation, usualMix } from './operations.ts';
import { byProfile } from './profile.ts';
import { type Recovery, recover, reportRecoveries } from './recovery.ts';
import { verifyOutcome } from './verify-outcome.ts';

const mib = 1_048_576;
const maxSeconds = 10;

/** Writes a file until the disk is full or `atMost` bytes are written. */
const fillDisk = async (file: string, atMost: number): Promise<void> => {
  const handle = await open(file, 'w');
  try {
    let left = atMost;
    for (const block of [Buffer.alloc(mib), Buffer.alloc(1_024)]) {
      while (left > 0) {
        const { bytesWritten } = await handle.write(block).catch(() => ({ bytesWritten: 0 }));
        if (bytesWritten === 0) break;
        left -= bytesWritten;
      }
    }
  } finally {
    await handle.close();
  }
};

/** Continues until `times` more requests have been refused: not every request needs disk space. */
const untilRefused = async (
  { responses: { statuses } }: FaultEnvironment,
  load: Load,
  times: number,
) => {
  const wanted = (statuses[503] ?? 0) + times;
  for (let turn = 0; (statuses[503] ?? 0) < wanted; turn += 1) {
    if (turn === 200) throw new Error('a full disk refused nothing');
    await load.progress(5);
  }
};

/** Fills the write-ahead log until PostgreSQL panics. */
const useUpLog = async (url: string): Promise<void> => {
  const eightMegabytes = "select pg_logical_emit_message(true, 'fault', repeat('x', 8000000))";
  for (let turn = 0; turn < 100; turn += 1) {
    const failed = await runStatement(url, eightMegabytes).then(
      () => false,
      () => true,
    );
    if (failed) return;
  }
  throw new Error('the write-ahead log still has room');
};

describe('a full disk', () => {
  it('of attachments makes only uploads fail with 503, until there is room', async () => {
    const rounds = byProfile({ short: 1, long: 10 });
    const apart = byProfile({ short: 25, long: 80 });
    const mix: readonly Operation[] = [...usualMix, ...Array<Operation>(3).fill('attachment')];
    const environment = await startFaultEnvironment({ disks: { files: 128 * mib } });
    const filler = join(environment.directory, 'files', 'filler');
    const journal = openJournal();
    const load = await startLoad(environment, journal, { workers: 12, mix });
    const recoveries: Recovery[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await load.progress(apart);
      await fillDisk(filler, 128 * mib);
      await load.progress(apart);
      await untilRefused(environment, load, 1);
      await rm(filler);
      const started = performance.now();
      const taken = load.state.uploaded;
      let failedPolls = 0;
      for (; load.state.uploaded === taken && failedPolls < 600; failedPolls += 1) await pause(50);
      recoveries.push({ failedPolls, seconds: (performance.now() - started) / 1_000 });
    }
    await verifyOutcome(`disk full ${rounds} times`, environment, journal, load);
    reportRecoveries('a full disk', recoveries);
    for (const { seconds } of recoveries) expect(seconds).toBeLessThan(maxSeconds);
  });

  it('of PostgreSQL makes writes fail with 503, and loses no acknowledged write', async () => {
    const rounds = byProfile({ short: 1, long: 5 });
    const bytes = 512 * mib;
    const environment = await startFaultEnvironment({
      disks: { postgres: bytes },
      postgresSettings: { min_wal_size: '32MB', max_wal_size: '64MB' },
    });
    const { postgres } = environment;
    const filler = join(postgres.directory, 'filler');
    const journal = openJournal();
    const load = await startLoad(environment, journal, { workers: 12 });
    const recoveries: Recovery[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await load.progress(byProfile({ short: 25, long: 80 }));
      await fillDisk(filler, bytes);
      await untilRefused(environment, load, 20);
      await useUpLog(postgres.url);
      await untilRefused(environment, load, 20);
      await rm(filler);
      let back = false;
      const recovering = recover(environment).finally(() => {
        back = true;
      });
      // If recovery itself ran out of space, PostgreSQL has exited: restart it.
      for (; !back; await pause(50)) if (postgres.hasEnded()) await postgres.restart();
      recoveries.push(await recovering);
    }
    await load.progress(20);
    await verifyOutcome(`the disk of PostgreSQL full ${rounds} times`, environment, journal, load);
    reportRecoveries('the disk of PostgreSQL full', recoveries);
    for (const { seconds } of recoveries) expect(seconds).toBeLessThan(maxSeconds);
  });
});
