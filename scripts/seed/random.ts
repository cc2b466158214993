/** Choices that look random and are the same at every run. */
export type Random = ReturnType<typeof seededRandom>;

/** Mulberry32, which is good enough for data to look at. */
export const seededRandom = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + next() * (most - least);
  /** One of the items; an item of weight 2 twice as often as one of weight 1, the default. */
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
