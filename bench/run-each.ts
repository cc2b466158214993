import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { removeFolder } from '../scripts/servers/remove-folder.ts';

/**
 * Runs benchmarks, so many at a time, each in a group of processes of its own that ends with it,
 * after so many minutes, or when this process is interrupted. Side by side, the output of each is
 * printed when it ends. Returns the names of those that failed.
 */
export const runEach = async (
  names: readonly string[],
  options: readonly string[],
  { atOnce, minutes }: { atOnce: number; minutes: number },
): Promise<string[]> => {
  const running = new Set<number>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const pid of running) endGroup(pid);
      process.exit(1);
    });
  }
  const limit = pLimit(atOnce);
  const run = async (name: string): Promise<boolean> => {
    const started = performance.now();
    // What is left behind goes with the folder. PostgreSQL is another user.
    const folder = mkdtempSync(join(tmpdir(), 'leitor-bench-'));
    chmodSync(folder, 0o1777);
    const child = spawn(process.execPath, ['bench/run-one.ts', name, ...options], {
      stdio: atOnce > 1 ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: { ...process.env, TMPDIR: folder },
    });
    const { pid = 0 } = child;
    running.add(pid);
    const ended = once(child, 'exit');
    const printed = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
    const timer = setTimeout(() => endGroup(pid), minutes * 60_000);
    const [code] = await ended;
    clearTimeout(timer);
    endGroup(pid);
    running.delete(pid);
    if (atOnce > 1) console.log((await Promise.all(printed)).join('').trim());
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    console.log(`\n${code === 0 ? 'ok' : 'FAILED'}: ${name}, ${seconds} s\n`);
    await removeFolder(folder);
    return code === 0;
  };
  const outcomes = await Promise.all(names.map((name) => limit(() => run(name))));
  return names.filter((_, index) => !outcomes[index]);
};

/** Kills a group of processes, if any of it is left. */
const endGroup = (pid: number): void => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};
