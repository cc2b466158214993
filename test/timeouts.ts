import { onTestFinished, vi } from 'vitest';

/** Notes until the end of the test for how many milliseconds each time limit was asked for. */
export const noteTimeouts = (): (() => number[]) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeout.mockRestore());
  return () => timeout.mock.calls.map(([ms]) => ms);
};
