interface Report {
  cache: { hit: false } | { hit: true; age: number };
}

/** The age of the oldest of some reports when they were loaded, in milliseconds. */
export const ageOf = (reports: readonly Report[]): number =>
  1_000 * Math.max(...reports.map(({ cache }) => (cache.hit ? cache.age : 0)));
