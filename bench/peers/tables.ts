import { median, table } from '../benchmark.ts';
import { type ScenarioName, scenarios } from './requests.ts';
import type { Sample } from './samples.ts';
import { serverNames } from './start.ts';

/** Samples by scenario and server. */
export type Results = ReadonlyMap<ScenarioName, readonly Sample[][]>;

const short = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 10 ? 3 : 2);

const middle = (samples: readonly Sample[], key: keyof Sample): string =>
  short(median(samples.map((sample) => sample[key])));

const rates = (samples: readonly Sample[]): string => {
  const values = samples.map((sample) => sample.perSecond);
  return `${middle(samples, 'perSecond')} (${short(Math.min(...values))}–${short(Math.max(...values))})`;
};

/** Medians by scenario and server. */
export const figures = (results: Results): string =>
  table(
    [
      '',
      'server',
      'requests/s (range)',
      'CPU µs a request',
      "PostgreSQL's CPU µs a request",
      'p50 / p99, ms',
    ],
    [...results].flatMap(([name, servers]) =>
      servers.map((samples, index) => [
        index === 0 ? scenarios[name].title : '',
        serverNames[index] ?? '',
        rates(samples),
        middle(samples, 'cpu'),
        middle(samples, 'databaseCpu'),
        `${middle(samples, 'p50')} / ${middle(samples, 'p99')}`,
      ]),
    ),
  );

/** Median over the rounds of the peer's figure divided by the service's. */
const ratio = (
  ours: readonly Sample[],
  theirs: readonly Sample[],
  of: (sample: Sample) => number,
) =>
  median(
    theirs.map((sample, round) => {
      const own = ours[round];
      return own ? of(sample) / of(own) : Number.NaN;
    }),
  );

const times = (value: number): string => `${value.toFixed(2)}×`;

/** Ratios to each peer: above 1 the service is better. */
export const ratios = (results: Results): string =>
  table(
    [
      '',
      ...serverNames.slice(1).map((name) => `CPU: ${name}`),
      ...serverNames.slice(1).map((name) => `requests/s: ${name}`),
    ],
    [...results].map(([name, [ours = [], ...peers]]) => [
      scenarios[name].title,
      ...peers.map((samples) => times(ratio(ours, samples, ({ cpu }) => cpu))),
      ...peers.map((samples) => times(1 / ratio(ours, samples, ({ perSecond }) => perSecond))),
    ]),
  );

/** The largest CPU share of the load generator. */
export const busiest = (results: Results): number =>
  Math.max(...[...results.values()].flat(2).map(({ busy }) => busy));
