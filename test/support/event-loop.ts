import { expect } from 'vitest';

const pollMs = 5;
const maxTurnMs = 200;

/**
 * CPU time of this thread in milliseconds, in steps of about 4. Unlike wall time, it ignores other
 * processes.
 */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const turnAttempts = 4;

/**
 * Runs `work` and fails the test if a turn of the event loop takes more than 200 ms of CPU time. It runs
 * `work` up to three times, because compilation or garbage collection may lengthen a turn, so `work` must be
 * repeatable. Returns the last result.
 */
export const withinShortTurns = async <T>(work: () => Promise<T>): Promise<T> => {
  const measured: number[] = [];
  while (measured.length < turnAttempts) {
    const { result, longest } = await longestTurnOf(work);
    if (longest < maxTurnMs) return result;
    measured.push(Math.round(longest));
  }
  expect.fail(`CPU milliseconds of the longest turn of the event loop: ${measured.join(', ')}`);
};

const longestTurnOf = async <T>(
  work: () => Promise<T>,
): Promise<{ result: T; longest: number }> => {
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
    // The last turn of `work` ends after this one.
    await new Promise((resolve) => setImmediate(resolve));
    measure();
    return { result, longest };
  } finally {
    clearInterval(timer);
  }
};

/** CPU time of all threads of this process in milliseconds. */
export const processCpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Work of size 4n that takes less is fast enough; such times are only noise. */
const shortMs = 72;
const runs = 7;
const attempts = 5;
const linearGrowth = 8;
const enoughMs = 300;

/**
 * Fails the test unless the CPU time of `work` grows about linearly from size n to 4n; quadratic work takes
 * sixteen times as long. The fastest of several runs counts, and a busy machine gets five attempts.
 * @param clock by default the CPU time of this thread
 */
export const expectLinearGrowth = async (
  work: (size: number) => unknown,
  n: number,
  clock: () => number = cpuMs,
): Promise<void> => {
  const measured: string[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const four = await fastest(work, 4 * n, clock);
    if (four < shortMs) return;
    const one = await fastest(work, n, clock);
    if (four / one < linearGrowth) return;
    measured.push(`${one} ms, ${four} ms`);
  }
  expect.fail(`not linear for n, 4n: ${measured.join('; ')}`);
};

const fastest = async (
  work: (size: number) => unknown,
  size: number,
  clock: () => number,
): Promise<number> => {
  let best = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let run = 0; run < runs && total < enoughMs && best >= shortMs; run += 1) {
    const started = clock();
    await work(size);
    const took = clock() - started;
    best = Math.min(best, took);
    total += took;
  }
  return best;
};
