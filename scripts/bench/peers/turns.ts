import type { MeasuredProcess } from '../measured-process.ts';
import type { Upkeep } from './check.ts';
import { type Line, type LineName, lines, type World } from './requests.ts';
import type { LoadGenerator } from './start.ts';

/** What one server did in one turn. */
export interface Turn {
  perSecond: number;
  /** CPU microseconds a request: of the server, and of PostgreSQL. */
  cpu: number;
  databaseCpu: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Memory at the end of it, in megabytes. */
  memory: number;
  /** The share of the time that the load generator was busy. */
  busy: number;
}

/** Everything that turns are taken with. */
export interface Field {
  servers: readonly MeasuredProcess[];
  worlds: readonly World[];
  load: LoadGenerator;
  upkeep: Upkeep;
  /** CPU microseconds that PostgreSQL has used. */
  databaseCpu: () => Promise<number>;
}

const connections = 16;

/**
 * Measures a line on every server: one turn each to warm up, then so many rounds of turns, each round in another order.
 * Answers the turns of each server.
 */
export const takeTurns = async (
  name: LineName,
  { servers, worlds, load, upkeep, databaseCpu }: Field,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Turn[][]> => {
  const line: Line = lines[name];
  // The request of number 0 was made by the check.
  const next = servers.map(() => 1);
  const turn = async (index: number): Promise<Turn> => {
    const [server, world, from] = [servers[index], worlds[index], next[index]];
    if (!server || !world || from === undefined) throw new Error('no such server');
    await upkeep.reset(line);
    const [before, databaseBefore] = [await server.cpu(), await databaseCpu()];
    const task = { url: server.url, line: name, world, from, seconds, connections };
    const { answered, ...outcome } = await load.run(task);
    next[index] = from + answered;
    return {
      perSecond: answered / outcome.seconds,
      cpu: ((await server.cpu()) - before) / answered,
      databaseCpu: ((await databaseCpu()) - databaseBefore) / answered,
      p50: outcome.p50,
      p99: outcome.p99,
      memory: (await server.rss()) / 1_024,
      busy: outcome.busy,
    };
  };
  const turns = servers.map((): Turn[] => []);
  for (const index of servers.keys()) await turn(index);
  for (let round = 0; round < rounds; round += 1) {
    for (const place of servers.keys()) {
      const index = (place + round) % servers.length;
      turns[index]?.push(await turn(index));
    }
  }
  await upkeep.reset(line);
  return turns;
};
