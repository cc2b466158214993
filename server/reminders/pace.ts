import { setTimeout as pause } from 'node:timers/promises';

/**
 * Returns a function that resolves at most `perSecond` times a second, evenly; time that passes unused is not
 * made up for. It rejects when the signal aborts.
 */
export const createPace = (perSecond: number, signal: AbortSignal): (() => Promise<void>) => {
  const apartMs = 1_000 / perSecond;
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(next, now);
    next = at + apartMs;
    if (at - now >= 1) await pause(at - now, undefined, { signal });
  };
};
