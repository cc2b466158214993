import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startProgram } from '../process.ts';
import { inForm } from './form.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { type Operation, usualMix } from './operations.ts';
import { reckon } from './reckoning.ts';
import { type Recovery, tellRecoveries } from './recovery.ts';
import { openSite } from './site.ts';

const diskBytes = 128 * 1_048_576;
const mix: readonly Operation[] = [...usualMix, ...Array<Operation>(3).fill('attachment')];
const apart = inForm({ short: 25, long: 80 });
const maxSeconds = 10;

/** A station whose files are on a small disk of its own, in a mount namespace of its own (Linux). */
const onSmallDisk = (program: string, env: Record<string, string>) => {
  const script = `mkdir -p "$0" && mount -t tmpfs -o size=${diskBytes} none "$0" && exec "$1" "$2"`;
  const files = join(env.DATA_DIR ?? '', 'files');
  const args = ['-r', '-m', 'sh', '-c', script, files, process.execPath, program];
  return startProgram(['unshare', ...args], env);
};

/** Writes until nothing more fits. */
const fill = async (file: string): Promise<void> => {
  const handle = await open(file, 'w');
  try {
    for (const block of [Buffer.alloc(1_048_576), Buffer.alloc(1_024)]) {
      for (let written = 0; written < diskBytes; written += block.length) {
        if ((await handle.write(block).catch(() => ({ bytesWritten: 0 }))).bytesWritten === 0)
          break;
      }
    }
  } finally {
    await handle.close();
  }
};

describe('a full disk', () => {
  it('under the attachments: uploads are 503, all else goes on, and they are taken again once there is room', async () => {
    const rounds = inForm({ short: 1, long: 10 });
    const site = await openSite({ spawn: onSmallDisk });
    const pid = site.stations[0]?.process.child.pid;
    // How the station sees the file system.
    site.directory = join(`/proc/${pid}/root`, site.directory);
    const filler = join(site.directory, 'files', 'filler');
    const journal = openJournal();
    const load = await startLoad(site, journal, { workers: 12, mix });
    const { statuses } = site.answers;
    const recoveries: Recovery[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await load.progress(apart);
      const refused = statuses[503] ?? 0;
      await fill(filler);
      await load.progress(apart);
      // By chance no upload may have been among them.
      for (let turn = 0; (statuses[503] ?? 0) === refused && turn < 20; turn += 1) {
        await load.progress(5);
      }
      expect(statuses[503]).toBeGreaterThan(refused);
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
});
