import type { Request, Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/connection/database.ts';
import type { Replicas } from '../../db/connection/replicas.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { renderMetrics, shareMetrics } from './process-metrics.ts';
import { routeOf } from './route-label.ts';

export interface MetricsRegistry {
  /** Records how long a request took, by method, route and status. */
  observeRequest: (req: Request, res: Response, seconds: number) => void;
  metrics: Metrics;
  /** The registry for metrics that a part of the service registers itself. */
  registry: Registry;
  /** Renders all metrics as text with its content type; those of several processes are added up. */
  render: () => Promise<{ contentType: string; text: string }>;
}

const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Creates the metrics of one service: process, requests and parts. */
export const createMetricsRegistry = (): MetricsRegistry => {
  const registry = new Registry();
  shareMetrics(registry);
  collectDefaultMetrics({ register: registry });
  // These gauges have the names of counters; the metrics without the suffix contain their sums.
  for (const name of misnamed) registry.removeSingleMetric(name);
  return metricsOf(registry);
};

const metricsOf = (registry: Registry): MetricsRegistry => {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response, in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    registry,
    metrics: createMetrics(registry),
    observeRequest: (req, res, seconds) => {
      duration.observe(
        { method: req.method, route: routeOf(req), status: res.statusCode },
        seconds,
      );
    },
    render: async () => ({
      contentType: registry.contentType,
      text: await renderMetrics(registry),
    }),
  };
};

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

export const observeReplicas = (registry: Registry, replicas: Replicas | undefined): void => {
  new Gauge({
    name: 'db_replica_staleness_seconds',
    help: 'How old the data of a read replica is at most, in seconds. It grows while the replica does not respond.',
    labelNames: ['replica'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      for (const { replica, seconds } of replicas?.staleness() ?? [])
        this.set({ replica }, seconds);
    },
  });
};
