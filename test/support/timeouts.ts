import { onTestFinished, vi } from 'vitest';

/** Notes until the end of the test for how many milliseconds each time limit was asked for. */
export const noteTimeouts = (): (() => number[]) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeout.mockRestore());
  return () => timeout.mock.calls.map(([ms]) => ms);
};

/**
 * Stops the clock of time limits of so many milliseconds until the end of the test; they pass when
 * the returned function is called.
 */
export const holdTimeouts = (held: number): (() => void) => {
  const { timeout } = AbortSignal;
  let end = new AbortController();
  const hold = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === held ? end.signal : timeout.call(AbortSignal, ms)));
  onTestFinished(() => hold.mockRestore());
  return () => {
    end.abort(new DOMException('The time is over', 'TimeoutError'));
    end = new AbortController();
  };
};
