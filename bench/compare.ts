import { median, percentile, type Samples } from './benchmark.ts';

/** How a figure changed: `ratio` of the medians, now to landed, with its 95 % confidence interval. */
export interface Change {
  figure: string;
  ratio: number;
  low: number;
  high: number;
}

const resamples = 2_000;
/** A loss that is reported. */
const tolerated = 0.9;

/** Compares samples with the landed ones by bootstrap; figures that only one of them has are left out. */
export const compare = (landed: Samples, current: Samples, random = Math.random): Change[] =>
  Object.entries(current).flatMap(([figure, now]) => {
    const before = landed[figure];
    if (!before || before.length === 0 || now.length === 0) return [];
    const ratios = Array.from(
      { length: resamples },
      () => median(resample(now, random)) / median(resample(before, random)),
    );
    return [
      {
        figure,
        ratio: median(now) / median(before),
        low: percentile(ratios, 0.025),
        high: percentile(ratios, 0.975),
      },
    ];
  });

/** Whether a change is a regression: more than 10 % slower, and slower with 95 % confidence. */
export const isRegression = ({ ratio, high }: Change): boolean => ratio < tolerated && high < 1;

/** A change in one line. */
export const describeChange = (change: Change): string => {
  const percent = (ratio: number) => `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)} %`;
  const interval = `${percent(change.low)} to ${percent(change.high)}`;
  return `${isRegression(change) ? 'SLOWER' : 'ok    '}  ${change.figure}: ${percent(change.ratio)} (${interval})`;
};

const resample = (values: readonly number[], random: () => number): number[] =>
  values.map(() => values[Math.floor(random() * values.length)] ?? Number.NaN);
