import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Database } from '../../db/connection/database.ts';
import { readDatabaseTime } from '../../db/connection/database-time.ts';
import type { Replicas } from '../../db/connection/replicas.ts';
import type { Storage } from '../clients/storage.ts';
import type { CheckedContext } from '../core/context.ts';
import { observeJobs } from '../jobs/metrics.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { observeBuild } from '../telemetry/build-info.ts';
import { observeDatabase } from '../telemetry/database-gauges.ts';
import { observePool, observeReplicas } from '../telemetry/metrics-registry.ts';
import { startMinuteChecks } from '../telemetry/minute-checks.ts';

interface Observed {
  database: Database;
  replicas: Replicas | undefined;
  jobs: JobRunner;
  storage: Storage;
  /** The context for metrics that read the database. */
  ctx: CheckedContext;
  now: () => Date;
  log: Logger;
}

/** Registers the metrics of the dependencies; returns a function that stops the checks of each minute. */
export const observeService = (
  registry: Registry,
  { database, replicas, jobs, storage, ctx, now, log }: Observed,
): (() => void) => {
  observePool(registry, database);
  observeReplicas(registry, replicas);
  observeJobs(registry, jobs);
  observeDatabase(registry, ctx);
  observeBuild(registry);
  return startMinuteChecks(registry, {
    readDatabaseTime: () => readDatabaseTime(database.db),
    checkStorage: () => storage.check(),
    now,
    log,
  });
};
