import type { MeasuredProcess } from '../measured-process.ts';
import type { SharedState } from './check.ts';
import { type Fixture, type Scenario, type ScenarioName, scenarios } from './requests.ts';
import type { LoadGenerator } from './start.ts';

/** One measurement of one server. */
export interface Sample {
  perSecond: number;
  /** CPU microseconds per request of the server, and of PostgreSQL. */
  cpu: number;
  databaseCpu: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU share of the load generator. */
  busy: number;
}

/** Servers and tools that samples need. */
export interface SamplingSetup {
  servers: readonly MeasuredProcess[];
  fixtures: readonly Fixture[];
  load: LoadGenerator;
  sharedState: SharedState;
  /** CPU microseconds PostgreSQL has used. */
  databaseCpu: () => Promise<number>;
}

const connections = 16;

/**
 * Measures a scenario on every server: a warm-up each, then rounds of one sample per server in
 * changing order. Returns the samples by server.
 */
export const sampleServers = async (
  name: ScenarioName,
  { servers, fixtures, load, sharedState, databaseCpu }: SamplingSetup,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Sample[][]> => {
  const scenario: Scenario = scenarios[name];
  // Request 0 was sent by the check.
  const next = servers.map(() => 1);
  const sample = async (index: number): Promise<Sample> => {
    const [server, fixture, from] = [servers[index], fixtures[index], next[index]];
    if (!server || !fixture || from === undefined) throw new Error('no such server');
    await sharedState.reset(scenario);
    const before = await server.cpu();
    const databaseBefore = await databaseCpu();
    const task = { url: server.url, scenario: name, fixture, from, seconds, connections };
    const { responses, ...outcome } = await load.run(task);
    next[index] = from + responses;
    return {
      perSecond: responses / outcome.seconds,
      cpu: ((await server.cpu()) - before) / responses,
      databaseCpu: ((await databaseCpu()) - databaseBefore) / responses,
      p50: outcome.p50,
      p99: outcome.p99,
      busy: outcome.busy,
    };
  };
  const samples = servers.map((): Sample[] => []);
  for (const index of servers.keys()) await sample(index);
  for (let round = 0; round < rounds; round += 1) {
    for (const place of servers.keys()) {
      const index = (place + round) % servers.length;
      samples[index]?.push(await sample(index));
    }
  }
  await sharedState.reset(scenario);
  return samples;
};
