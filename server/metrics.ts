import type { Request, Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/connection.ts';

/** The service's numbers for Prometheus. */
export interface Metrics {
  /** Notes how long a request took, by method, route and status. */
  noteRequest: (req: Request, res: Response, seconds: number) => void;
  /** Where a part of the service puts numbers of its own. */
  registry: Registry;
  /** All numbers in the text format, with its content type. */
  render: () => Promise<{ contentType: string; text: string }>;
}

/** Makes the numbers of one running service: process, requests, database pool. */
export const createMetrics = (database: Database): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer, in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
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
  // Looking labels up costs more than counting.
  const observers = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  const observerOf = (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`;
    const observer = observers.get(key) ?? duration.labels({ method, route, status });
    observers.set(key, observer);
    return observer;
  };
  return {
    registry,
    noteRequest: (req, res, seconds) => {
      const route = typeof req.route?.path === 'string' ? req.route.path : 'none';
      observerOf(req.method, route, res.statusCode).observe(seconds);
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
};
