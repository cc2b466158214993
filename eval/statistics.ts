/** The results of the cases of a measure, by case. */
export type CaseResults = Readonly<Record<string, number>>;

/** A mean with the bounds of its 95 % confidence interval. */
export interface Estimate {
  cases: number;
  mean: number;
  low: number;
  high: number;
}

const resamples = 2_000;

/** The mean; 0 of nothing. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean with its interval, by bootstrap. The same input gives the same interval. */
export const estimate = (values: readonly number[]): Estimate => {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * values.length);
  };
  const means = Array.from({ length: resamples }, () =>
    mean(values.map(() => values[next()] ?? 0)),
  ).sort((a, b) => a - b);
  return {
    cases: values.length,
    mean: mean(values),
    low: means[Math.floor(resamples * 0.025)] ?? 0,
    high: means[Math.floor(resamples * 0.975)] ?? 0,
  };
};

/** How much better the cases that both runs share are in the second one, case by case. */
export const comparePaired = (before: CaseResults, after: CaseResults): Estimate =>
  estimate(
    Object.entries(before).flatMap(([name, value]) => {
      const other = after[name];
      return other === undefined ? [] : [other - value];
    }),
  );
