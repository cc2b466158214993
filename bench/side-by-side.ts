import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import pLimit from 'p-limit';

const atOnce = 3;

/** Runs benchmarks in processes of their own, three at a time, and prints the output of each when it ends. Returns 1 if one failed, else 0. */
export const runSideBySide = async (
  names: readonly string[],
  options: readonly string[],
): Promise<number> => {
  const limit = pLimit(atOnce);
  const codes = await Promise.all(names.map((name) => limit(() => run(name, options))));
  return codes.every((code) => code === 0) ? 0 : 1;
};

const run = async (name: string, options: readonly string[]): Promise<number> => {
  const started = performance.now();
  const child = spawn(process.execPath, ['bench/run.ts', name, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  console.log((await printed).join('').trim());
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${name}, ${seconds} s\n`);
  return code ?? 1;
};
