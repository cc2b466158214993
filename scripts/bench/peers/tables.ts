import { median, table } from '../benchmark.ts';
import { type LineName, lines } from './requests.ts';
import { serverNames } from './start.ts';
import type { Turn } from './turns.ts';

/** The turns of each server, by line. */
export type Results = ReadonlyMap<LineName, readonly Turn[][]>;

const short = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 10 ? 3 : 2);

const middle = (turns: readonly Turn[], key: keyof Turn): string =>
  short(median(turns.map((turn) => turn[key])));

const spread = (turns: readonly Turn[], key: keyof Turn): string => {
  const values = turns.map((turn) => turn[key]);
  return `${middle(turns, key)} (${short(Math.min(...values))}–${short(Math.max(...values))})`;
};

/** The figures of each line and server. */
export const figures = (results: Results): string =>
  table(
    [
      '',
      'server',
      'requests/s (range)',
      'CPU µs a request (range)',
      "PostgreSQL's CPU µs a request",
      'p50 / p99, ms',
      'memory, MB',
    ],
    [...results].flatMap(([name, servers]) =>
      servers.map((turns, index) => [
        index === 0 ? lines[name].title : '',
        serverNames[index] ?? '',
        spread(turns, 'perSecond'),
        spread(turns, 'cpu'),
        middle(turns, 'databaseCpu'),
        `${middle(turns, 'p50')} / ${middle(turns, 'p99')}`,
        middle(turns, 'memory'),
      ]),
    ),
  );

/** The median over the rounds of a peer's figure in relation to the service's. */
const ratio = (ours: readonly Turn[], theirs: readonly Turn[], of: (turn: Turn) => number) =>
  median(
    theirs.map((turn, round) => {
      const own = ours[round];
      return own ? of(turn) / of(own) : Number.NaN;
    }),
  );

const times = (value: number): string => `${value.toFixed(2)}×`;

/** How much cheaper and faster the service is than each peer: above 1 it is, below 1 the peer is. */
export const ratios = (results: Results): string =>
  table(
    [
      '',
      ...serverNames.slice(1).map((name) => `CPU: ${name}`),
      ...serverNames.slice(1).map((name) => `requests/s: ${name}`),
    ],
    [...results].map(([name, [ours = [], ...peers]]) => [
      lines[name].title,
      ...peers.map((turns) => times(ratio(ours, turns, ({ cpu }) => cpu))),
      ...peers.map((turns) => times(1 / ratio(ours, turns, ({ perSecond }) => perSecond))),
    ]),
  );

/** The largest share of a turn's time that the load generator was busy. */
export const busiest = (results: Results): number =>
  Math.max(...[...results.values()].flat(2).map(({ busy }) => busy));
