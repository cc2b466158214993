import { describe, expect, it } from 'vitest';
import { collectMeasures, comparisonOf, type Run, tableOf } from '../../eval/run.ts';
import { comparePaired, estimate } from '../../eval/statistics.ts';

describe('the estimate of a mean', () => {
  it('has an interval around it that narrows with more cases, the same each time', () => {
    const few = estimate([0, 1, 1, 0, 1, 1, 0, 1]);
    const many = estimate(Array.from({ length: 400 }, (_, index) => (index % 8 < 5 ? 1 : 0)));
    expect(few).toEqual(estimate([0, 1, 1, 0, 1, 1, 0, 1]));
    expect(few.mean).toBe(0.625);
    expect(many.mean).toBe(0.625);
    for (const { low, mean, high } of [few, many]) {
      expect(low).toBeLessThan(mean);
      expect(high).toBeGreaterThan(mean);
    }
    expect(many.high - many.low).toBeLessThan((few.high - few.low) / 3);
  });

  it('is 0 without cases', () => {
    expect(estimate([])).toEqual({ cases: 0, mean: 0, low: 0, high: 0 });
  });
});

describe('the comparison of two runs', () => {
  const run = (values: number[]): Run => ({
    kind: 'similar',
    setting: {},
    measures: { recall: Object.fromEntries(values.map((value, index) => [`c${index}`, value])) },
  });

  it('is case by case over those that both have', () => {
    const before = { a: 0, b: 1, c: 0.5, gone: 1 };
    expect(comparePaired(before, { a: 1, b: 1, c: 1, late: 0 })).toMatchObject({
      cases: 3,
      mean: 0.5,
    });
  });

  it('shows an interval that holds 0 if nothing changed, and not if all did', () => {
    const same = comparisonOf(run([1, 0, 1]), run([1, 0, 1]));
    expect(same.split('\n').at(-1)).toBe('| recall | 3 | 0.667 | 0.667 | 0.000 | 0.000 to 0.000 |');
    const better = comparisonOf(run([0, 0, 0]), run([1, 1, 1]));
    expect(better.split('\n').at(-1)).toBe(
      '| recall | 3 | 0.000 | 1.000 | 1.000 | 1.000 to 1.000 |',
    );
  });

  it('is refused for runs of different kinds', () => {
    expect(() => comparisonOf(run([1]), { ...run([1]), kind: 'quiz' })).toThrow(
      'a run of similar cannot be compared with one of quiz',
    );
  });
});

describe('the table of a run', () => {
  it('leaves out what was not judged', () => {
    const { measures, note } = collectMeasures();
    note('replied', 'a', true);
    note('replied', 'b', false);
    note('judged', 'a', undefined);
    expect(tableOf({ measures }).split('\n').slice(2)).toEqual([
      expect.stringMatching(/^\| replied \| 2 \| 0\.500 \| 0\.000 to 1\.000 \|$/),
    ]);
  });
});
