interface Report {
  data: { cache: { hit: false } | { hit: true; age: number } } | undefined;
  dataUpdatedAt: number;
}

/** When a report was computed, in milliseconds; 0 before it is loaded. */
export const computedAt = ({ data, dataUpdatedAt }: Report): number =>
  dataUpdatedAt - (data?.cache.hit ? 1_000 * data.cache.age : 0);

/** The oldest of some moments; those of figures that are not loaded are 0 and do not count. */
export const oldestOf = (moments: readonly number[]): number => {
  const known = moments.filter((moment) => moment > 0);
  return known.length > 0 ? Math.min(...known) : 0;
};
