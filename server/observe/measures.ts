import { Counter, Histogram, type Registry } from 'prom-client';
import { labelled } from './labelled.ts';

/** Where a cache's answer was looked for: in this process, in what this process is making just now, in Redis. */
export type CacheLayer = 'memory' | 'flight' | 'redis';

/** What became of a call that Redis may fail: `skipped` where a failure just before kept it from being tried. */
export type RedisOutcome = 'answered' | 'failed' | 'skipped';

/** How a database statement ended. */
export type QueryOutcome = 'ok' | 'failed' | 'statement-timeout' | 'lock-timeout';

/** How an attempt at a job ended: `stopped` with the service, `lost` to another process. */
export type JobOutcome = 'succeeded' | 'failed' | 'stopped' | 'lost';

/**
 * What the parts of the service tell of themselves, for Prometheus. Durations are in seconds. Nothing that is told may name a
 * person or a thing: each distinct value is a series for ever.
 */
export interface Measures {
  cacheLookup: (cache: string, layer: CacheLayer, result: 'hit' | 'miss') => void;
  redisCall: (outcome: RedisOutcome) => void;
  query: (outcome: QueryOutcome, seconds: number) => void;
  job: (job: string, outcome: JobOutcome, seconds: number) => void;
  model: (purpose: string, outcome: string, seconds: number) => void;
  modelTokens: (purpose: string, kind: 'prompt' | 'completion', tokens: number) => void;
  newsletter: (outcome: string, seconds: number) => void;
  mail: (outcome: string, seconds: number) => void;
  storage: (operation: string, outcome: 'ok' | 'failed', seconds: number) => void;
  storageBytes: (direction: 'read' | 'written', bytes: number) => void;
  janitorFile: (reason: 'upload' | 'deletion', outcome: 'removed' | 'failed') => void;
  rateLimited: (cost: string) => void;
}

const buckets = {
  query: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10],
  storage: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
  outside: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  job: [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600],
};

/** Makes the numbers of one running service. */
export const createMeasures = (registry: Registry): Measures => {
  const registers = [registry];
  const counter = <Name extends string>(name: string, help: string, labelNames: Name[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <Name extends string>(
    name: string,
    help: string,
    labelNames: Name[],
    bounds: number[],
  ) => new Histogram({ name, help, labelNames, buckets: bounds, registers });

  const cache = counter(
    'cache_lookups_total',
    'Looks for cached answers, by cache, layer and result.',
    ['cache', 'layer', 'result'],
  );
  const redis = counter('redis_calls_total', 'Calls to Redis, by what became of them.', [
    'outcome',
  ]);
  const query = histogram(
    'db_query_duration_seconds',
    'Time that database statements took, without the wait for a connection, in seconds.',
    ['outcome'],
    buckets.query,
  );
  const job = histogram(
    'job_run_duration_seconds',
    'Time that attempts at a job took, in seconds.',
    ['job_name', 'outcome'],
    buckets.job,
  );
  const model = histogram(
    'model_request_duration_seconds',
    'Time until the language model gave an answer that will do, or failed, in seconds.',
    ['purpose', 'outcome'],
    buckets.outside,
  );
  const tokens = counter('model_tokens_total', 'Tokens that the language model counted.', [
    'purpose',
    'kind',
  ]);
  const newsletter = histogram(
    'newsletter_request_duration_seconds',
    'Time that asking the newsletter platform for its latest edition took, in seconds.',
    ['outcome'],
    buckets.outside,
  );
  const mail = histogram(
    'mail_send_duration_seconds',
    'Time that handing mails to the mail server took, in seconds.',
    ['outcome'],
    buckets.outside,
  );
  const storage = histogram(
    'storage_operation_duration_seconds',
    'Time that operations of the attachment storage took, in seconds.',
    ['operation', 'outcome'],
    buckets.storage,
  );
  const bytes = counter('storage_bytes_total', 'Bytes written to and read from the storage.', [
    'direction',
  ]);
  const janitor = counter(
    'janitor_files_total',
    'Abandoned attachment files that the janitor took up, by what had left them and how it went.',
    ['reason', 'outcome'],
  );
  const limited = counter(
    'rate_limit_refusals_total',
    'Requests refused because their caller sent too many, by cost class.',
    ['cost'],
  );

  // From the start, so that the first failure already is a change.
  for (const outcome of ['answered', 'failed', 'skipped']) redis.inc({ outcome }, 0);
  for (const direction of ['read', 'written']) bytes.inc({ direction }, 0);
  for (const reason of ['upload', 'deletion']) {
    for (const outcome of ['removed', 'failed']) janitor.inc({ reason, outcome }, 0);
  }
  for (const outcome of ['ok', 'failed', 'statement-timeout', 'lock-timeout']) {
    query.zero({ outcome });
  }
  for (const outcome of ['sent', 'rejected', 'postponed', 'unknown']) mail.zero({ outcome });

  const cacheOf = labelled((name: string, layer: string, result: string) =>
    cache.labels({ cache: name, layer, result }),
  );
  const queryOf = labelled((outcome: string) => query.labels({ outcome }));
  const redisOf = labelled((outcome: string) => redis.labels({ outcome }));
  return {
    cacheLookup: (name, layer, result) => cacheOf(name, layer, result).inc(),
    redisCall: (outcome) => redisOf(outcome).inc(),
    query: (outcome, seconds) => queryOf(outcome).observe(seconds),
    job: (name, outcome, seconds) => job.observe({ job_name: name, outcome }, seconds),
    model: (purpose, outcome, seconds) => model.observe({ purpose, outcome }, seconds),
    modelTokens: (purpose, kind, count) => tokens.inc({ purpose, kind }, count),
    newsletter: (outcome, seconds) => newsletter.observe({ outcome }, seconds),
    mail: (outcome, seconds) => mail.observe({ outcome }, seconds),
    storage: (operation, outcome, seconds) => storage.observe({ operation, outcome }, seconds),
    storageBytes: (direction, count) => bytes.inc({ direction }, count),
    janitorFile: (reason, outcome) => janitor.inc({ reason, outcome }),
    rateLimited: (cost) => limited.inc({ cost }),
  };
};
