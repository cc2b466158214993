import { describe, expect, it } from 'vitest';
import { drawSample, type Mutant } from '../../scripts/mutation/sample.ts';
import { wilson } from '../../scripts/mutation/wilson.ts';

const mutants = Array.from(
  { length: 100 },
  (_, index): Mutant => ({
    id: String(index),
    fileName: 'server/tags/service.ts',
    mutatorName: 'StringLiteral',
    replacement: '""',
    location: { start: { line: index, column: 1 }, end: { line: index, column: 9 } },
  }),
);

describe('a sample of mutants', () => {
  it('is the same for the same seed, whatever order they come in', () => {
    const sample = drawSample(mutants, 10, '7');
    expect(new Set(sample).size).toBe(10);
    expect(drawSample(mutants.toReversed(), 10, '7')).toEqual(sample);
    expect(drawSample(mutants, 10, '8')).not.toEqual(sample);
  });

  it('draws each about as often as the others', () => {
    const times = new Map<string, number>();
    for (let seed = 0; seed < 500; seed += 1)
      for (const id of drawSample(mutants, 20, String(seed)))
        times.set(id, (times.get(id) ?? 0) + 1);
    expect(times.size).toBe(100);
    for (const count of times.values()) expect(Math.abs(count - 100)).toBeLessThan(45);
  });
});

describe('the interval of a share', () => {
  it('is that of Wilson', () => {
    const [low, high] = wilson(9, 10);
    expect(low).toBeCloseTo(0.5958, 4);
    expect(high).toBeCloseTo(0.9821, 4);
    expect(wilson(30, 30)[1]).toBeCloseTo(1, 4);
  });
});
