import type { Request, Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/connection.ts';
import { labelled } from './observe/labelled.ts';
import { createMeasures, type Measures } from './observe/measures.ts';
import { routeOf } from './observe/route.ts';

/** The service's numbers for Prometheus. */
export interface Metrics {
  /** Notes how long a request took, by method, route and status. */
  noteRequest: (req: Request, res: Response, seconds: number) => void;
  /** What the parts of the service tell of themselves. */
  measures: Measures;
  /** Where a part of the service puts numbers of its own. */
  registry: Registry;
  /** All numbers in the text format, with its content type. */
  render: () => Promise<{ contentType: string; text: string }>;
}

const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Makes the numbers of one running service: process, requests, and what its parts tell. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Named as counters are, which they are not: their sums are in the numbers without the suffix.
  for (const name of misnamed) registry.removeSingleMetric(name);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer, in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const durationOf = labelled((method: string, route: string, status: number) =>
    duration.labels({ method, route, status }),
  );
  return {
    registry,
    measures: createMeasures(registry),
    noteRequest: (req, res, seconds) => {
      durationOf(req.method, routeOf(req), res.statusCode).observe(seconds);
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
};

/** Publishes what the database's pool is at. */
export const observePool = (registry: Registry, database: Pick<Database, 'stats'>): void => {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of the database pool, and requests waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = database.stats();
      this.set({ state: 'used' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
};
