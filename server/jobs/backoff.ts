/** The pause after a number of consecutive failures, in milliseconds; the last pause repeats. */
export const pauseAfter = (failures: number, pausesMs: readonly number[]): number =>
  pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
