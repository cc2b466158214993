import { Counter, Histogram, type Registry } from 'prom-client';
import { isLockTimeout, isStatementTimeout } from '../../db/connection/errors.ts';

type QueryOutcome = 'ok' | 'failed' | 'statement-timeout' | 'lock-timeout';

/** The outcome of a statement; `error` is undefined if it succeeded. */
export const queryOutcomeOf = (error: unknown): QueryOutcome => {
  if (error === undefined) return 'ok';
  if (isStatementTimeout(error)) return 'statement-timeout';
  return isLockTimeout(error) ? 'lock-timeout' : 'failed';
};

/** The server of a read that a replica may serve: a replica, or the primary with the reason. */
type ReplicaRead = 'replica' | 'recent-write' | 'no-replica' | 'replica-failed';

/** The outcome of a job's attempt: `stopped` with the service, `lost` to another process. */
export type JobOutcome = 'succeeded' | 'failed' | 'stopped' | 'lost';

/**
 * The metrics of the service for Prometheus. Durations are in seconds. No label may identify a person or a
 * row: each distinct value creates a permanent series.
 */
export type Metrics = ReturnType<typeof createMetrics>;

const buckets = {
  query: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10],
  storage: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
  outside: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  job: [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600],
};

export const createMetrics = (registry: Registry) => {
  const registers = [registry];
  const counter = <Name extends string>(name: string, help: string, labelNames: Name[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <Name extends string>(
    name: string,
    help: string,
    labelNames: Name[],
    bounds: number[],
  ) => new Histogram({ name, help, labelNames, buckets: bounds, registers });

  const cache = counter('cache_lookups_total', 'Cache lookups, by cache, layer and result.', [
    'cache',
    'layer',
    'result',
  ]);
  const redis = counter('redis_calls_total', 'Calls to Redis, by outcome.', ['outcome']);
  const query = histogram(
    'db_query_duration_seconds',
    'Duration of database statements, without the wait for a connection, in seconds.',
    ['outcome'],
    buckets.query,
  );
  const replicaReads = counter(
    'db_replica_reads_total',
    'Reads that a replica may serve: by it, or by the primary and why.',
    ['outcome'],
  );
  const job = histogram(
    'job_run_duration_seconds',
    'Duration of attempts at a job, in seconds.',
    ['job_name', 'outcome'],
    buckets.job,
  );
  const model = histogram(
    'model_request_duration_seconds',
    'Time until the language model returned a valid response or failed, in seconds.',
    ['purpose', 'outcome'],
    buckets.outside,
  );
  const tokens = counter('model_tokens_total', 'Tokens that the language model reported.', [
    'purpose',
    'kind',
  ]);
  const embedding = histogram(
    'embedding_request_duration_seconds',
    'Time until the embedding service returned vectors or failed, in seconds.',
    ['purpose', 'outcome'],
    buckets.outside,
  );
  const searches = counter(
    'similar_searches_total',
    'Searches for similar tickets: hybrid, or by words alone and why.',
    ['mode'],
  );
  const newsletter = histogram(
    'newsletter_request_duration_seconds',
    'Duration of requests to the newsletter platform for its latest edition, in seconds.',
    ['outcome'],
    buckets.outside,
  );
  const mail = histogram(
    'mail_send_duration_seconds',
    'Duration of deliveries to the mail server, in seconds.',
    ['outcome'],
    buckets.outside,
  );
  const storage = histogram(
    'storage_operation_duration_seconds',
    'Duration of operations of the attachment storage, in seconds.',
    ['operation', 'outcome'],
    buckets.storage,
  );
  const scan = histogram(
    'scan_duration_seconds',
    'Duration of malware scans of attachments, in seconds.',
    ['outcome'],
    buckets.outside,
  );
  const bytes = counter('storage_bytes_total', 'Bytes written to and read from the storage.', [
    'direction',
  ]);
  const janitor = counter(
    'janitor_files_total',
    'Abandoned attachment files that the janitor handled, by reason and outcome.',
    ['reason', 'outcome'],
  );
  const retention = counter(
    'retention_removed_total',
    'Records removed because they were older than the configured days, by kind.',
    ['kind'],
  );
  const inbound = counter('inbound_mails_total', 'Mails from readers, by outcome.', ['outcome']);
  const webhooks = counter(
    'webhook_attempts_total',
    'Attempts to deliver an event to a webhook, by outcome.',
    ['outcome'],
  );
  const rules = counter('rule_runs_total', 'Rules that matched a message, by outcome.', [
    'outcome',
  ]);
  const reminders = counter('reminders_total', 'Reminders of streaks, by outcome.', ['outcome']);
  const limited = counter(
    'rate_limit_refusals_total',
    'Requests refused by a limit, by cost class.',
    ['cost'],
  );

  // The counters start at zero, so that the first failure is already an increase.
  for (const outcome of ['answered', 'failed', 'skipped']) redis.inc({ outcome }, 0);
  for (const direction of ['read', 'written']) bytes.inc({ direction }, 0);
  for (const reason of ['upload', 'deletion']) {
    for (const outcome of ['removed', 'failed']) janitor.inc({ reason, outcome }, 0);
  }
  for (const outcome of ['ok', 'failed', 'statement-timeout', 'lock-timeout']) {
    query.zero({ outcome });
  }
  for (const outcome of ['clean', 'infected', 'failed']) scan.zero({ outcome });
  for (const outcome of ['delivered', 'failed']) webhooks.inc({ outcome }, 0);
  for (const outcome of ['done', 'failed']) rules.inc({ outcome }, 0);
  for (const outcome of ['sent', 'rejected', 'postponed', 'unknown']) {
    mail.zero({ outcome });
    reminders.inc({ outcome }, 0);
  }

  return {
    cacheLookup: (name: string, layer: string, result: 'hit' | 'miss') =>
      cache.inc({ cache: name, layer, result }),
    redisCall: (outcome: string) => redis.inc({ outcome }),
    query: (outcome: QueryOutcome, seconds: number) => query.observe({ outcome }, seconds),
    replicaRead: (outcome: ReplicaRead) => replicaReads.inc({ outcome }),
    job: (name: string, outcome: JobOutcome, seconds: number) =>
      job.observe({ job_name: name, outcome }, seconds),
    model: (purpose: string, outcome: string, seconds: number) =>
      model.observe({ purpose, outcome }, seconds),
    modelTokens: (purpose: string, kind: 'prompt' | 'completion', count: number) =>
      tokens.inc({ purpose, kind }, count),
    embedding: (purpose: string, outcome: string, seconds: number) =>
      embedding.observe({ purpose, outcome }, seconds),
    embeddingTokens: (purpose: string, count: number) =>
      tokens.inc({ purpose: `embed-${purpose}`, kind: 'prompt' }, count),
    similarSearch: (mode: string) => searches.inc({ mode }),
    newsletter: (outcome: string, seconds: number) => newsletter.observe({ outcome }, seconds),
    mail: (outcome: string, seconds: number) => mail.observe({ outcome }, seconds),
    storage: (operation: string, outcome: 'ok' | 'failed', seconds: number) =>
      storage.observe({ operation, outcome }, seconds),
    storageBytes: (direction: 'read' | 'written', count: number) => bytes.inc({ direction }, count),
    janitorFile: (reason: 'upload' | 'deletion', outcome: 'removed' | 'failed') =>
      janitor.inc({ reason, outcome }),
    retained: (kind: string, count: number) => retention.inc({ kind }, count),
    scan: (outcome: 'clean' | 'infected' | 'failed', seconds: number) =>
      scan.observe({ outcome }, seconds),
    webhook: (outcome: 'delivered' | 'failed') => webhooks.inc({ outcome }),
    ruleRun: (outcome: 'done' | 'failed') => rules.inc({ outcome }),
    reminders: (outcome: string, count: number) => reminders.inc({ outcome }, count),
    inboundMail: (outcome: string) => inbound.inc({ outcome }),
    rateLimited: (cost: string) => limited.inc({ cost }),
  };
};
