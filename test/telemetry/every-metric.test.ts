import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Replicas } from '../../db/connection/replicas.ts';
import { observeJobs } from '../../server/jobs/metrics.ts';
import { observeBuild } from '../../server/telemetry/build-info.ts';
import { type GaugeContext, observeDatabase } from '../../server/telemetry/database-gauges.ts';
import { createMetrics, queryOutcomeOf } from '../../server/telemetry/metrics.ts';
import {
  createMetricsRegistry,
  observePool,
  observeReplicas,
} from '../../server/telemetry/metrics-registry.ts';
import { startMinuteChecks } from '../../server/telemetry/minute-checks.ts';
import { parseExposition } from './exposition.ts';

/** The samples of a registry as `name{labels} value`, without the buckets. */
const samplesOf = async (registry: Registry) =>
  parseExposition(await registry.metrics())
    .samples.filter(({ name }) => !name.endsWith('_bucket'))
    .map(({ name, labels, value }) => `${name} ${Object.values(labels).join(' ')} ${value}`);

describe('the metrics of a service', () => {
  it('begin at zero where the first failure must be an increase', async () => {
    const registry = new Registry();
    createMetrics(registry);
    const samples = await samplesOf(registry);
    const zeros = (name: string, ...labels: string[]) =>
      labels.map((label) => `${name} ${label} 0`);
    expect(samples.filter((sample) => !sample.includes('_sum '))).toEqual(
      expect.arrayContaining([
        ...zeros('redis_calls_total', 'answered', 'failed', 'skipped'),
        ...zeros(
          'db_query_duration_seconds_count',
          'ok',
          'failed',
          'statement-timeout',
          'lock-timeout',
        ),
        ...zeros('mail_send_duration_seconds_count', 'sent', 'rejected', 'postponed', 'unknown'),
        ...zeros('scan_duration_seconds_count', 'clean', 'infected', 'failed'),
        ...zeros('storage_bytes_total', 'read', 'written'),
        ...zeros(
          'janitor_files_total',
          'upload removed',
          'upload failed',
          'deletion removed',
          'deletion failed',
        ),
        ...zeros('webhook_attempts_total', 'delivered', 'failed'),
      ]),
    );
    expect(samples.filter((sample) => !sample.endsWith(' 0'))).toEqual([]);
  });

  it('count each report in a series of its own', async () => {
    const registry = new Registry();
    const metrics = createMetrics(registry);
    metrics.cacheLookup('reports', 'flight', 'miss');
    metrics.redisCall('skipped');
    metrics.query('lock-timeout', 2);
    metrics.replicaRead('recent-write');
    metrics.job('send-mails', 'lost', 3);
    metrics.model('quiz', 'unavailable', 4);
    metrics.modelTokens('quiz', 'prompt', 10);
    metrics.modelTokens('quiz', 'completion', 20);
    metrics.embedding('search', 'over-budget', 5);
    metrics.embeddingTokens('search', 30);
    metrics.similarSearch('hybrid');
    metrics.newsletter('failed', 6);
    metrics.mail('unknown', 7);
    metrics.storage('stage', 'failed', 8);
    metrics.storageBytes('read', 40);
    metrics.storageBytes('written', 50);
    metrics.janitorFile('deletion', 'failed');
    metrics.scan('infected', 9);
    metrics.inboundMail('ticket');
    metrics.webhook('failed');
    metrics.retained('mails', 60);
    metrics.rateLimited('write');
    metrics.rateLimited('write');
    const samples = await samplesOf(registry);
    expect(samples.filter((sample) => !sample.endsWith(' 0')).sort()).toEqual([
      'cache_lookups_total reports flight miss 1',
      'db_query_duration_seconds_count lock-timeout 1',
      'db_query_duration_seconds_sum lock-timeout 2',
      'db_replica_reads_total recent-write 1',
      'embedding_request_duration_seconds_count search over-budget 1',
      'embedding_request_duration_seconds_sum search over-budget 5',
      'inbound_mails_total ticket 1',
      'janitor_files_total deletion failed 1',
      'job_run_duration_seconds_count send-mails lost 1',
      'job_run_duration_seconds_sum send-mails lost 3',
      'mail_send_duration_seconds_count unknown 1',
      'mail_send_duration_seconds_sum unknown 7',
      'model_request_duration_seconds_count quiz unavailable 1',
      'model_request_duration_seconds_sum quiz unavailable 4',
      'model_tokens_total embed-search prompt 30',
      'model_tokens_total quiz completion 20',
      'model_tokens_total quiz prompt 10',
      'newsletter_request_duration_seconds_count failed 1',
      'newsletter_request_duration_seconds_sum failed 6',
      'rate_limit_refusals_total write 2',
      'redis_calls_total skipped 1',
      'retention_removed_total mails 60',
      'scan_duration_seconds_count infected 1',
      'scan_duration_seconds_sum infected 9',
      'similar_searches_total hybrid 1',
      'storage_bytes_total read 40',
      'storage_bytes_total written 50',
      'storage_operation_duration_seconds_count stage failed 1',
      'storage_operation_duration_seconds_sum stage failed 8',
      'webhook_attempts_total failed 1',
    ]);
  });

  it('measure requests by method, route and status', async () => {
    const { observeRequest, registry } = createMetricsRegistry();
    const observe = (method: string, request: object, statusCode: number, seconds: number) =>
      observeRequest(
        { method, ...request } as Parameters<typeof observeRequest>[0],
        { statusCode } as Parameters<typeof observeRequest>[1],
        seconds,
      );
    const tags = { route: { path: '/support/tags' } };
    observe('GET', tags, 200, 1);
    observe('GET', tags, 304, 2);
    observe('POST', tags, 200, 3);
    observe('GET', { procedures: ['tags.list'] }, 200, 4);
    observe('GET', { procedures: ['tags.list', 'tags.list'] }, 200, 5);
    observe('GET', { path: '/inventado' }, 404, 6);
    const samples = await samplesOf(registry);
    const prefix = 'http_request_duration_seconds_sum ';
    expect(
      samples.filter((sample) => sample.startsWith(prefix)).map((s) => s.slice(prefix.length)),
    ).toEqual([
      'GET /support/tags 200 1',
      'GET /support/tags 304 2',
      'POST /support/tags 200 3',
      'GET /trpc/tags.list 200 4',
      'GET /trpc/batch 200 5',
      'GET none 404 6',
    ]);
  });
});

describe('the gauges', () => {
  it('tell used connections of the pool from idle ones, and one replica from another', async () => {
    const registry = new Registry();
    observePool(registry, { stats: () => ({ total: 7, idle: 2, waiting: 3 }) });
    const ages = [
      { replica: 'a:1', seconds: 4, usable: true },
      { replica: 'b:1', seconds: 9.5, usable: false },
    ];
    observeReplicas(registry, { staleness: () => ages } as Partial<Replicas> as Replicas);
    expect(await samplesOf(registry)).toEqual([
      'db_pool_connections used 5',
      'db_pool_connections idle 2',
      'db_pool_connections waiting 3',
      'db_replica_staleness_seconds a:1 4',
      'db_replica_staleness_seconds b:1 9.5',
    ]);
  });

  it('of jobs say when each succeeded, else when it first ran or the process started', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 9_000 });
    onTestFinished(() => void vi.useRealTimers());
    const registry = new Registry();
    const of = (name: string, success: number | null, first: number | null) => ({
      name,
      schedule: '',
      nextRun: new Date(),
      lastRun: null,
      lastSuccessAt: success === null ? null : new Date(success),
      firstRunAt: first === null ? null : new Date(first),
    });
    const statuses = [of('a', 5_000, 1_000), of('b', null, 2_000), of('c', null, null)];
    observeJobs(registry, { list: async () => statuses });
    vi.setSystemTime(20_000);
    expect(await samplesOf(registry)).toEqual(
      ['a 5', 'b 2', 'c 9'].map((job) => `job_last_success_timestamp_seconds ${job}`),
    );
  });

  it('of several processes are added up, except what all of them report alike', () => {
    const registry = new Registry();
    // None reads anything before a scrape.
    observePool(registry, { stats: () => ({ total: 0, idle: 0, waiting: 0 }) });
    observeReplicas(registry, undefined);
    observeJobs(registry, { list: async () => [] });
    observeDatabase(registry, {} as GaugeContext);
    observeBuild(registry);
    startMinuteChecks(registry, {
      readDatabaseTime: async () => undefined,
      checkStorage: async () => undefined,
      now: () => new Date(),
      log: { warn: () => undefined },
    })();
    const ofProcesses = registry
      .getMetricsAsArray()
      .map((metric) => [Reflect.get(metric, 'name'), Reflect.get(metric, 'aggregator')])
      .filter(([, aggregator]) => aggregator !== 'max');
    expect(ofProcesses).toEqual([
      ['db_pool_connections', 'sum'],
      ['leitor_clock_offset_seconds', 'first'],
    ]);
  });
});

describe('the outcome of a statement', () => {
  const failure = (code: string, message = '') => Object.assign(new Error(message), { code });

  it.each([
    ['ok', undefined],
    ['lock-timeout', failure('55P03', 'canceling statement due to lock timeout')],
    ['statement-timeout', failure('57014', 'canceling statement due to statement timeout')],
    ['failed', failure('23505')],
    ['failed', new Error('statement timeout')],
  ])('is %s', (outcome, error) => expect(queryOutcomeOf(error)).toBe(outcome));
});
