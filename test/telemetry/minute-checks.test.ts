import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startMinuteChecks } from '../../server/telemetry/minute-checks.ts';

describe('the checks of every minute', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const start = (databaseAheadMs: () => number, storage: () => Promise<void>) => {
    const registry = new Registry();
    const warn = vi.fn();
    const stop = startMinuteChecks(registry, {
      readDatabaseTime: async () => new Date(Date.now() + databaseAheadMs()),
      checkStorage: storage,
      now: () => new Date(),
      log: { warn },
    });
    const offset = async () =>
      (await registry.getSingleMetric('leitor_clock_offset_seconds')?.get())?.values[0]?.value;
    return { warn, stop, offset };
  };
  const nothing = async () => {};

  it('log a difference above five seconds, each time', async () => {
    let ahead = 5_000;
    const { warn, stop, offset } = start(() => ahead, nothing);
    await vi.advanceTimersByTimeAsync(59_999);
    expect([await offset(), warn.mock.calls]).toEqual([-5, []]);
    ahead = 5_001;
    await vi.advanceTimersByTimeAsync(1);
    expect(warn.mock.calls).toEqual([[{ seconds: -5.001 }, expect.any(String)]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(warn).toHaveBeenCalledTimes(2);
    stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('take a slow reply for no difference', async () => {
    const registry = new Registry();
    const startedAt = Date.now();
    const warn = vi.fn();
    const stop = startMinuteChecks(registry, {
      // Read after ten seconds, and delivered after twenty.
      readDatabaseTime: async () => {
        vi.setSystemTime(startedAt + 20_000);
        return new Date(startedAt + 10_000);
      },
      checkStorage: nothing,
      now: () => new Date(),
      log: { warn },
    });
    await vi.advanceTimersByTimeAsync(0);
    const values = (await registry.getSingleMetric('leitor_clock_offset_seconds')?.get())?.values;
    expect([values?.[0]?.value, warn.mock.calls]).toEqual([0, []]);
    stop();
  });

  it.each([
    ["the database's clock could not be read", true],
    ['the attachment storage cannot be used', false],
  ])('log each time that %s, and go on', async (message, ofClock) => {
    let broken = true;
    const check = (fails: boolean) => {
      if (broken && fails) throw new Error('away');
      return 0;
    };
    const { warn, stop } = start(
      () => check(ofClock),
      async () => void check(!ofClock),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    const line = [{ reason: 'away' }, message];
    expect(warn.mock.calls).toEqual([line, line]);
    broken = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(warn).toHaveBeenCalledTimes(2);
    stop();
  });
});
