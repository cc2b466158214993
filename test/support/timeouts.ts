import { onTestFinished, vi } from 'vitest';

/** Records the requested time limits in milliseconds until the end of the test. */
export const noteTimeouts = (): (() => number[]) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeout.mockRestore());
  return () => timeout.mock.calls.map(([ms]) => ms);
};

/** Holds time limits of this many milliseconds until the returned function is called or the test ends. */
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
