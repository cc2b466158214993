import type { Logger } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { stopOnSignal } from '../../server/process/signals.ts';

it.each([
  ['with 0', undefined, ['stopping', 'stopped', 'exits with 0']],
  [
    'with 1 if the service cannot be closed, which is logged',
    new Error('away'),
    ['stopping', 'could not close the service', 'exits with 1'],
  ],
])('a signal ends the process %s', async (_, failure, expected) => {
  const said: unknown[] = [];
  const on = vi.spyOn(process, 'on').mockReturnValue(process);
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    said.push(`exits with ${code}`);
    return undefined as never;
  });
  onTestFinished(() => [on, exit].forEach((spy) => void spy.mockRestore()));
  const say = (...line: unknown[]) => void said.push(line.at(-1));
  const log = { info: say, error: say, flush: (done: () => void) => done() } as unknown as Logger;
  const close = async () => {
    if (failure) throw failure;
  };
  stopOnSignal({ close }, log);
  expect(on.mock.calls.map(([signal]) => signal)).toEqual(['SIGTERM', 'SIGINT']);
  await on.mock.calls[0]?.[1]('SIGTERM');
  expect(said).toEqual(expected);
});
