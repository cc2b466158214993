import type { Request } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefusalLimit } from '../../../server/http/admission/refusal-limit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

const setUp = () => {
  const refusals: string[] = [];
  const limit = createRefusalLimit((cost) => refusals.push(cost));
  const from = (ip: string) => {
    const req = { ip } as Request;
    return {
      count: (times: number, drainedBytes = 0) => {
        for (let time = 0; time < times; time += 1) limit.count(req, drainedBytes);
      },
      check: () => limit.check(req),
    };
  };
  return { from, refusals };
};

const refusedFor = (seconds: number) =>
  expect.objectContaining({ code: 'rate-limited', retryAfterSeconds: seconds });

describe('the refusals of an address', () => {
  it('are limited until the minute since the first one ends, and then counted anew', () => {
    const { from, refusals } = setUp();
    const { count, check } = from('203.0.113.1');
    count(999);
    check();
    pass(30_000);
    count(1);
    expect(check).toThrow(refusedFor(30));
    from('203.0.113.2').check();
    pass(29_001);
    expect(check).toThrow(refusedFor(1));
    expect(refusals).toEqual(['refused', 'refused']);
    pass(999);
    check();
    count(999);
    check();
    count(1);
    expect(check).toThrow(refusedFor(60));
  });

  it('count once more for each 16 KiB that were dropped', () => {
    const { from } = setUp();
    const [one, two, three] = [from('203.0.113.1'), from('203.0.113.2'), from('203.0.113.3')];
    one.count(999, 16_383);
    one.check();
    two.count(499, 16_384);
    two.check();
    two.count(1, 16_384);
    expect(two.check).toThrow('rate-limited');
    three.count(15, 1_048_576);
    three.check();
    three.count(1, 1_048_576);
    expect(three.check).toThrow('rate-limited');
  });

  it('are those of its network with IPv6', () => {
    const { from } = setUp();
    from('2001:db8:0:1::1').count(1_000);
    expect(from('2001:db8:0:2::9').check).toThrow('rate-limited');
    from('2001:db8:0:100::1').check();
  });

  it('are known of fifty thousand addresses, those of late', () => {
    const { from } = setUp();
    const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    for (const n of [0, 1]) from(address(n)).count(1_000);
    for (let n = 2; n <= 50_000; n += 1) from(address(n)).count(1);
    from(address(0)).check();
    expect(from(address(1)).check).toThrow('rate-limited');
  });
});
