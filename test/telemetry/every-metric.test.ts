import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Replicas } from '../../db/connection/replicas.ts';
import { observeJobs } from '../../server/jobs/metrics.ts';
import { createMetrics, queryOutcomeOf } from '../../server/telemetry/metrics.ts';
import {
  createMetricsRegistry,
  observePool,
  observeReplicas,
} from '../../server/telemetry/metrics-registry.ts';
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
        ...zeros('redis_calls_total', 'failed', 'skipped'),
        ...zeros('db_query_duration_seconds_count', 'failed', 'statement-timeout', 'lock-timeout'),
        ...zeros('mail_send_duration_seconds_count', 'rejected', 'postponed', 'unknown'),
        ...zeros('scan_duration_seconds_count', 'infected', 'failed'),
        ...zeros('janitor_files_total', 'upload failed', 'deletion failed'),
        ...zeros('webhook_attempts_total', 'failed'),
      ]),
    );
    expect(samples.filter((sample) => !sample.endsWith(' 0'))).toEqual([]);
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

  it('of jobs say what is left, and when each succeeded, else when it first ran or the process started', async () => {
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
    const left = new Map([
      ['a', 1_000],
      ['b', 2_000],
    ]);
    observeJobs(registry, { list: async () => statuses, countLeft: async () => left });
    vi.setSystemTime(20_000);
    expect(await samplesOf(registry)).toEqual([
      ...['a 5', 'b 2', 'c 9'].map((job) => `job_last_success_timestamp_seconds ${job}`),
      'job_left a 1000',
      'job_left b 2000',
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
