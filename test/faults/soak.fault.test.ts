import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { percentile } from '../../scripts/bench/benchmark.ts';
import { remembered } from '../../server/auth/tokens.ts';
import { startProgram, type TestProcess } from '../process.ts';
import { inForm } from './form.ts';
import { openJournal } from './journal.ts';
import { startLoad } from './load.ts';
import { reckon } from './reckoning.ts';
import { openSite, type Site } from './site.ts';
import type { Station } from './station.ts';

const seconds = inForm({ short: 30, long: 600 });
// An hour on the service's clock takes ten minutes: its jobs, leases and caches live through all of it.
const clockRate = 6;
const operationsPerSecond = 20;
const samples = inForm({ short: 9, long: 30 });
// Of the first third. A short run still sees code being compiled.
const maxGrowth = inForm({ short: 0.1, long: 0.03 });
const probe = new URL('./memory-probe.ts', import.meta.url).href;

const withProbe = (program: string, env: Record<string, string>): TestProcess =>
  startProgram([process.execPath, '--import', probe, program], env);

/** What a process holds at a moment: memory without garbage, sockets without the connections that clients hold, files. */
interface Holding {
  bytes: number;
  sockets: number;
  files: number;
}

const holdingOf = async (station: Station, count: number): Promise<Holding> => {
  const { pid = 0 } = station.process.child;
  process.kill(pid, 'SIGUSR2');
  const line = await station.process.line(new RegExp(`^memory ${count}: `));
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => targetOf(`/proc/${pid}/fd/${fd}`));
  const served = servedTo(pid, [station.url, station.internalUrl]);
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

/** Has so many readers ask for something, a few at once. */
const fillTokens = async ({ client }: Site, count: number): Promise<void> => {
  let asked = 0;
  const ask = async () => {
    while (asked < count) {
      asked += 1;
      const reader = await client({ role: 'reader', email: `cheio-${asked}@exemplo.com.br` });
      const { status } = await reader.listTags();
      if (status !== 200) throw new Error(`listing tags answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, ask));
};

const established = '01';

/** The connections to these addresses that are open at both ends, as the links of their descriptors. */
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
  it('leaves no memory, no socket and no file behind: the last third holds what the first did', async () => {
    const site = await openSite({
      program: 'test/service-process.ts',
      spawn: withProbe,
      env: () => ({ CLOCK_RATE: String(clockRate) }),
    });
    const [station] = site.stations;
    if (!station) throw new Error('there is no station');
    // What has a bound is at it before anybody looks.
    await fillTokens(site, remembered.tokens);
    const journal = openJournal();
    const load = await startLoad(site, journal, { workers: 16, rate: operationsPerSecond });
    // The code is compiled, the pool is open, the first of everything is allocated.
    await pause(inForm({ short: 6_000, long: 60_000 }));
    const holdings: Holding[] = [];
    for (let sample = 1; sample <= samples; sample += 1) {
      await pause((seconds / samples) * 1_000);
      holdings.push(await holdingOf(station, sample));
    }
    const done = load.done();
    await reckon(`a soak of ${seconds} s`, site, journal, load);

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
