/** A pseudo-random generator that returns the same values at every run. */
export type Random = ReturnType<typeof seededRandom>;

/** Mulberry32, which is good enough for demo data. */
export const seededRandom = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + next() * (most - least);
  /** Chooses an item by weight; the default weight is 1. */
  const pick = <T>(items: readonly T[], weights: readonly number[] = items.map(() => 1)): T => {
    let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
    const item = items.find((_, index) => {
      left -= weights[index] ?? 0;
      return left < 0;
    });
    if (item === undefined) throw new Error('there is nothing to pick');
    return item;
  };
  return { between, chance: (share: number) => next() < share, pick };
};
