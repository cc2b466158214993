import { expect } from 'vitest';

const pollMs = 5;

/** CPU time of this thread, in milliseconds, in steps of about 4. Unlike wall time it does not grow while other processes run. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * Runs `work` and fails the test if one turn of the event loop takes more than `limitMs` of CPU time meanwhile. Returns what `work`
 * returns.
 */
export const withinShortTurns = async <T>(work: () => Promise<T>, limitMs = 200): Promise<T> => {
  let longest = 0;
  let before = cpuMs();
  const measure = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(measure, pollMs);
  try {
    const result = await work();
    // The last turn ends after this one.
    await new Promise((resolve) => setImmediate(resolve));
    measure();
    return result;
  } finally {
    clearInterval(timer);
    expect(longest, 'CPU milliseconds of the longest turn of the event loop').toBeLessThan(limitMs);
  }
};

/** Times below it count as this: they are steps of the clock or caches, and 4n then takes less than 72 ms, which holds nobody up. */
const shortestMs = 8;
const runs = 7;
const attempts = 5;
const linearGrowth = 9;
const enoughMs = 300;

/**
 * Fails the test unless the CPU time of `work` grows about linearly from inputs of size n to 2n and 4n. Linear work takes four times as long
 * for 4n, quadratic work sixteen times. The fastest of several runs counts, and a busy machine, whose caches others use, gets five attempts.
 */
export const expectLinearGrowth = (work: (size: number) => void, n: number): void => {
  const measured: string[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [one, two, four] = [fastest(work, n), fastest(work, 2 * n), fastest(work, 4 * n)];
    if (four / Math.max(one, shortestMs) < linearGrowth) return;
    measured.push(`${one} ms, ${two} ms, ${four} ms`);
  }
  expect.fail(`not linear for n, 2n, 4n: ${measured.join('; ')}`);
};

const fastest = (work: (size: number) => void, size: number): number => {
  let best = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let run = 0; run < runs && total < enoughMs; run += 1) {
    const started = cpuMs();
    work(size);
    const took = cpuMs() - started;
    best = Math.min(best, took);
    total += took;
  }
  return best;
};
