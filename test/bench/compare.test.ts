import { describe, expect, it } from 'vitest';
import { compare, describeChange, isRegression } from '../../bench/compare.ts';

/** A reproducible source of numbers between 0 and 1. */
const seeded = () => {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const landed = { tags: [1.0, 1.02, 0.98, 1.01, 0.99, 1.0, 1.03] };

describe('comparing benchmarks', () => {
  it('sees a loss of 15 % that is outside the noise', () => {
    const now = { tags: landed.tags.map((ratio) => ratio * 0.85) };
    const [change] = compare(landed, now, seeded());
    if (!change) throw new Error('no change');
    expect(change.ratio).toBeCloseTo(0.85);
    expect(isRegression(change)).toBe(true);
    expect(describeChange(change)).toMatch(/^SLOWER {2}tags: -15\.0 % \(-.+ % to -.+ %\)$/);
  });

  it('does not call noise or a small loss a regression', () => {
    const noisy = { tags: [1.3, 0.5, 1.4, 0.6, 0.85, 1.2, 0.7] };
    const small = { tags: landed.tags.map((ratio) => ratio * 0.95) };
    for (const now of [noisy, small]) {
      expect(compare(landed, now, seeded()).some(isRegression)).toBe(false);
    }
  });

  it('leaves out figures that only one run has', () => {
    expect(compare({}, landed)).toEqual([]);
  });
});
