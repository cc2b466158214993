export const between = (least: number, most: number): number =>
  least + Math.random() * (most - least);

export const chance = (share: number): boolean => Math.random() < share;

/** Chooses an item by weight; the default weight is 1. */
export const pick = <T>(
  items: readonly T[],
  weights: readonly number[] = items.map(() => 1),
): T => {
  let left = between(
    0,
    weights.reduce((sum, weight) => sum + weight, 0),
  );
  const item = items.find((_, index) => {
    left -= weights[index] ?? 0;
    return left < 0;
  });
  if (item === undefined) throw new Error('there is nothing to pick');
  return item;
};
