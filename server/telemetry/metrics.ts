import { Counter, Histogram, type Registry } from 'prom-client';
import { isLockTimeout, isStatementTimeout } from '../../db/connection/errors.ts';

type QueryOutcome = 'ok' | 'failed' | 'statement-timeout' | 'lock-timeout';

/** The outcome of a statement; `error` is undefined if it succeeded. */
export const queryOutcomeOf = (error: unknown): QueryOutcome => {
  if (error === undefined) return 'ok';
  if (isStatementTimeout(error)) return 'statement-timeout';
  return isLockTimeout(error) ? 'lock-timeout' : 'failed';
};

/** The outcome of a job's attempt: `stopped` with the service, `lost` to another process. */
export type JobOutcome = 'succeeded' | 'failed' | 'stopped' | 'lost';

const buckets = {
  query: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10],
  storage: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
  outside: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  job: [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600],
};

/**
 * The metrics of the service for Prometheus: functions of their labels and an amount or seconds. No label may
 * identify a person or a row: each distinct value creates a permanent series.
 */
export type Metrics = ReturnType<typeof createMetrics>;

export const createMetrics = (registry: Registry) => {
  const registers = [registry];
  /** `started` series begin at zero, so that their first event is already an increase. */
  const counter = <Labels extends string[]>(
    name: string,
    help: string,
    labelNames: { [Label in keyof Labels]: string },
    started: Labels[] = [],
  ) => {
    const metric = new Counter({ name, help, labelNames, registers });
    for (const labels of started) metric.labels(...labels).inc(0);
    return (...given: [...Labels, amount?: number]): void =>
      metric.labels(...textsOf(given)).inc(amountOf(given));
  };
  const histogram = <Labels extends string[]>(
    name: string,
    help: string,
    labelNames: { [Label in keyof Labels]: string },
    bounds: number[],
    started: string[] = [],
  ) => {
    const metric = new Histogram({ name, help, labelNames, buckets: bounds, registers });
    for (const outcome of started) metric.zero({ outcome });
    return (...given: [...Labels, seconds: number]): void =>
      metric.labels(...textsOf(given)).observe(amountOf(given));
  };
  const tokens = counter<[purpose: string, kind: 'prompt' | 'completion']>(
    'model_tokens_total',
    'Tokens that the language model reported.',
    ['purpose', 'kind'],
  );
  return {
    cacheLookup: counter<[cache: string, layer: string, result: string]>(
      'cache_lookups_total',
      'Cache lookups, by cache, layer and result.',
      ['cache', 'layer', 'result'],
    ),
    redisCall: counter<[outcome: string]>(
      'redis_calls_total',
      'Calls to Redis, by outcome.',
      ['outcome'],
      [['answered'], ['failed'], ['skipped']],
    ),
    query: histogram<[outcome: QueryOutcome]>(
      'db_query_duration_seconds',
      'Duration of database statements, without the wait for a connection, in seconds.',
      ['outcome'],
      buckets.query,
      ['ok', 'failed', 'statement-timeout', 'lock-timeout'],
    ),
    replicaRead: counter<[outcome: string]>(
      'db_replica_reads_total',
      'Reads that a replica may serve: by it, or by the primary and why.',
      ['outcome'],
    ),
    job: histogram<[name: string, outcome: JobOutcome]>(
      'job_run_duration_seconds',
      'Duration of attempts at a job, in seconds.',
      ['job_name', 'outcome'],
      buckets.job,
    ),
    model: histogram<[purpose: string, outcome: string]>(
      'model_request_duration_seconds',
      'Time until the language model returned a valid response or failed, in seconds.',
      ['purpose', 'outcome'],
      buckets.outside,
    ),
    modelTokens: tokens,
    embedding: histogram<[purpose: string, outcome: string]>(
      'embedding_request_duration_seconds',
      'Time until the embedding service returned vectors or failed, in seconds.',
      ['purpose', 'outcome'],
      buckets.outside,
    ),
    embeddingTokens: (purpose: string, count: number) =>
      tokens(`embed-${purpose}`, 'prompt', count),
    similarSearch: counter<[mode: string]>(
      'similar_searches_total',
      'Searches for similar tickets: hybrid, or by words alone and why.',
      ['mode'],
    ),
    newsletter: histogram<[outcome: string]>(
      'newsletter_request_duration_seconds',
      'Duration of requests to the newsletter platform for its latest edition, in seconds.',
      ['outcome'],
      buckets.outside,
    ),
    mail: histogram<[outcome: string]>(
      'mail_send_duration_seconds',
      'Duration of deliveries to the mail server, in seconds.',
      ['outcome'],
      buckets.outside,
      mailOutcomes,
    ),
    storage: histogram<[operation: string, outcome: string]>(
      'storage_operation_duration_seconds',
      'Duration of operations of the attachment storage, in seconds.',
      ['operation', 'outcome'],
      buckets.storage,
    ),
    storageBytes: counter<[direction: 'read' | 'written']>(
      'storage_bytes_total',
      'Bytes written to and read from the storage.',
      ['direction'],
      [['read'], ['written']],
    ),
    janitorFile: counter<[reason: 'upload' | 'deletion', outcome: 'removed' | 'failed']>(
      'janitor_files_total',
      'Abandoned attachment files that the janitor handled, by reason and outcome.',
      ['reason', 'outcome'],
      [
        ['upload', 'removed'],
        ['upload', 'failed'],
        ['deletion', 'removed'],
        ['deletion', 'failed'],
      ],
    ),
    retained: counter<[kind: string]>(
      'retention_removed_total',
      'Records removed because they were older than the configured days, by kind.',
      ['kind'],
    ),
    scan: histogram<[outcome: string]>(
      'scan_duration_seconds',
      'Duration of malware scans of attachments, in seconds.',
      ['outcome'],
      buckets.outside,
      ['clean', 'infected', 'failed'],
    ),
    webhook: counter<[outcome: 'delivered' | 'failed']>(
      'webhook_attempts_total',
      'Attempts to deliver an event to a webhook, by outcome.',
      ['outcome'],
      [['delivered'], ['failed']],
    ),
    ruleRun: counter<[outcome: 'done' | 'failed']>(
      'rule_runs_total',
      'Rules that matched a message, by outcome.',
      ['outcome'],
      [['done'], ['failed']],
    ),
    reminders: counter<[outcome: string]>(
      'reminders_total',
      'Reminders of streaks, by outcome.',
      ['outcome'],
      mailOutcomes.map((outcome) => [outcome]),
    ),
    inboundMail: counter<[outcome: string]>(
      'inbound_mails_total',
      'Mails from readers, by outcome.',
      ['outcome'],
    ),
    rateLimited: counter<[cost: string]>(
      'rate_limit_refusals_total',
      'Requests refused by a limit, by cost class.',
      ['cost'],
    ),
  };
};

const mailOutcomes = ['sent', 'rejected', 'postponed', 'unknown'];

type Given = readonly (string | number | undefined)[];

const textsOf = (given: Given): string[] => given.filter((value) => typeof value === 'string');

const amountOf = (given: Given): number => given.find((value) => typeof value === 'number') ?? 1;
