import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { percentile } from '../../bench/benchmark.ts';
import { verifiedTokens } from '../../server/auth/tokens.ts';
import { startProgram, type TestProcess } from '../process.ts';
import { type FaultEnvironment, startFaultEnvironment } from './fault-environment.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import type { ProcessHandle } from './process-handle.ts';
import { byProfile } from './profile.ts';
import { verifyOutcome } from './verify-outcome.ts';

const seconds = byProfile({ short: 30, long: 600 });
// The service's clock runs six times as fast: jobs, leases and caches go through an hour.
const clockRate = 6;
const operationsPerSecond = 20;
const samples = byProfile({ short: 9, long: 30 });
// Share of the first third. A short run still includes compilation.
const maxGrowth = byProfile({ short: 0.1, long: 0.03 });
const probe = new URL('./memory-probe.ts', import.meta.url).href;

const withProbe = (program: string, env: Record<string, string>): TestProcess =>
  startProgram([process.execPath, '--import', probe, program], env);

/**
 * Resources a process holds: memory after collection, sockets other than client connections, open
 * files.
 */
interface Holding {
  bytes: number;
  sockets: number;
  files: number;
}

const holdingOf = async (handle: ProcessHandle, count: number): Promise<Holding> => {
  const { pid = 0 } = handle.process.child;
  process.kill(pid, 'SIGUSR2');
  const line = await handle.process.line(new RegExp(`^memory ${count}: `));
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => targetOf(`/proc/${pid}/fd/${fd}`));
  const served = servedTo(pid, [handle.url, handle.internalUrl]);
  return {
    bytes: Number(line.split(': ')[1]),
    sockets: open.filter((target) => target.startsWith('socket:') && !served.has(target)).length,
    files: open.filter((target) => target.startsWith('/')).length,
  };
};

const targetOf = (link: string): string => {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
};

/** Makes `count` readers send a request each, to fill the token cache. */
const fillTokens = async ({ client }: FaultEnvironment, count: number): Promise<void> => {
  let asked = 0;
  const ask = async () => {
    while (asked < count) {
      asked += 1;
      const reader = await client({ role: 'reader', email: `cheio-${asked}@exemplo.com.br` });
      const { status } = await reader.listTags();
      if (status !== 200) throw new Error(`listing tags returned ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, ask));
};

const established = '01';

/** Descriptor links of the established connections to these addresses. */
const servedTo = (pid: number, urls: readonly string[]): Set<string> => {
  const ports = urls.map((url) => Number(new URL(url).port));
  const rows = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').trim().split('\n').slice(1);
  const sockets = rows.map((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/);
    return { port: Number.parseInt(local.split(':')[1] ?? '', 16), state, inode };
  });
  return new Set(
    sockets
      .filter(({ port, state }) => ports.includes(port) && state === established)
      .map(({ inode }) => `socket:[${inode}]`),
  );
};

describe('an hour of traffic in ten minutes', () => {
  it('leaks no memory, sockets or files: the last third holds as much as the first', async () => {
    const environment = await startFaultEnvironment({
      program: 'test/support/service-process.ts',
      spawn: withProbe,
      env: () => ({ CLOCK_RATE: String(clockRate) }),
    });
    const [handle] = environment.processes;
    if (!handle) throw new Error('no process');
    // Fill bounded caches before measuring.
    await fillTokens(environment, verifiedTokens.max);
    const journal = openJournal();
    const load = await startLoad(environment, journal, { workers: 16, rate: operationsPerSecond });
    // Warm up: compiled code, open pool, first allocations.
    await pause(byProfile({ short: 6_000, long: 60_000 }));
    const holdings: Holding[] = [];
    for (let sample = 1; sample <= samples; sample += 1) {
      await pause((seconds / samples) * 1_000);
      holdings.push(await holdingOf(handle, sample));
    }
    const done = load.done();
    await verifyOutcome(`a soak of ${seconds} s`, environment, journal, load);

    const third = samples / 3;
    const median = (part: Holding[], of: keyof Holding) =>
      percentile(
        part.map((holding) => holding[of]),
        0.5,
      );
    const of = (kind: keyof Holding) =>
      [0, 1, 2].map((part) => median(holdings.slice(part * third, (part + 1) * third), kind));
    const [bytes, sockets, files] = [of('bytes'), of('sockets'), of('files')];
    process.stdout.write(
      `a soak of ${seconds} s: ${done} operations; medians of thirds: ` +
        `${bytes.map((value) => (value / 1e6).toFixed(1)).join(', ')} MB in use, ` +
        `${sockets.join(', ')} sockets, ${files.join(', ')} files\n`,
    );
    const grown = (thirds: number[]) => (thirds[2] ?? 0) - (thirds[0] ?? 0);
    expect(grown(bytes)).toBeLessThan((bytes[0] ?? 0) * maxGrowth);
    expect(grown(sockets)).toBeLessThan(20);
    expect(grown(files)).toBeLessThan(5);
  });
});
