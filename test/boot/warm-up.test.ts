import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Db } from '../../db/connection/database.ts';
import { serveSampleReaders } from '../../server/sample-readers.ts';
import type { WarmUp, WarmUpTask } from '../../server/warm-up.ts';
import { startApp, type TestApp } from '../harness.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

const startWith = async (warmUp: WarmUp, env: Record<string, string> = {}): Promise<TestApp> => {
  const app = await startApp(env, { warmUp });
  apps.push(app);
  return app;
};

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
const becomesReady = ({ url }: TestApp) =>
  vi.waitFor(async () => expect(await statusOf(`${url}/readyz`)).toBe(200), 60_000);

const never = new Promise<void>(() => {});
const failure = 'the warm-up failed; ready without it';

describe('a warm-up', () => {
  it('keeps the service from being ready, but not from being live or serving, until it has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const app = await startWith(() => promise);
    for (const url of [app.url, app.internalUrl]) {
      expect(await statusOf(`${url}/readyz`)).toBe(503);
      expect(await statusOf(`${url}/livez`)).toBe(200);
    }
    expect(await statusOf(`${app.url}/streaks/ranking/global`)).toBe(200);
    resolve();
    await app.service.warmedUp;
    for (const url of [app.url, app.internalUrl]) expect(await statusOf(`${url}/readyz`)).toBe(200);
    expect(app.logs.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  it('that fails is logged, and the service is ready', async () => {
    const app = await startWith(async () => {
      throw new Error('no connection');
    });
    await becomesReady(app);
    expect(app.logs.map(({ msg }) => msg)).toContain(failure);
  });

  it('that hangs is cut off after two seconds', async () => {
    const started = performance.now();
    const app = await startWith(() => never);
    await becomesReady(app);
    expect(performance.now() - started).toBeGreaterThan(1_900);
  });

  it('does not delay a stop', async () => {
    let aborted = false;
    const app = await startWith(({ signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return never;
    });
    const closed = app.close();
    expect(aborted).toBe(true);
    await closed;
    apps.pop();
  });
});

/** The number of rows of every table. */
const rowsOf = async (db: Db): Promise<Record<string, number>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1
  `.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(name)}
    `.execute(db);
    counts[name] = rows[0]?.count ?? -1;
  }
  return counts;
};

const metric = z.object({
  values: z.array(z.object({ metricName: z.string().optional(), value: z.number() })),
});
/** What a metric of the service has counted. Not by `/metrics`, which counts too. */
const countOf = async ({ parts }: WarmUpTask, name: string): Promise<number> => {
  const { values } = metric.parse(
    await parts.metricsRegistry.registry.getSingleMetric(name)?.get(),
  );
  return values
    .filter(({ metricName = name }) => metricName === name || metricName === `${name}_count`)
    .reduce((sum, { value }) => sum + value, 0);
};
const traceOf = async (task: WarmUpTask) => ({
  rows: await rowsOf(task.unreported),
  requests: await countOf(task, 'http_request_duration_seconds'),
  lookups: await countOf(task, 'cache_lookups_total'),
  statements: await countOf(task, 'db_query_duration_seconds'),
});

/** Serves sample readers at the start of a service, however long it takes. */
const serveSamples = async (
  around: (task: WarmUpTask, serve: () => Promise<void>) => Promise<void>,
  env: Record<string, string> = {},
): Promise<TestApp> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined);
  const app = await startWith(async (task) => {
    const { signal } = new AbortController();
    await around(task, () => serveSampleReaders({ ...task, signal })).then(resolve, reject);
  }, env);
  await promise;
  return app;
};

describe('serving sample readers', () => {
  it('stores, counts and logs nothing', async () => {
    const app = await serveSamples(async (task, serve) => {
      const before = await traceOf(task);
      await serve();
      const { statements, ...after } = await traceOf(task);
      expect(after).toEqual({ rows: before.rows, requests: 0, lookups: 0 });
      // The service's own, such as fetching revocations, against a thousand.
      expect(statements - before.statements).toBeLessThan(100);
    });
    expect(app.logs.filter(({ msg }) => msg === 'request completed')).toEqual([]);
  });

  it('spends no rate limit of an address', async () => {
    const app = await serveSamples((_task, serve) => serve(), { RATE_LIMIT: 'on' });
    const response = await fetch(`${app.url}/streaks/ranking/global`);
    expect(response.headers.get('RateLimit')).toMatch(/"ranking"; r=599;/);
  });

  it('rejects if a request fails', async () => {
    await serveSamples(async (task) => {
      const now = () => {
        // The clock of the verbs alone: tokens and the warm-up itself read it too.
        if (new Error('now').stack?.includes('my-ranking.ts')) throw new Error('no clock');
        return new Date();
      };
      const parts = { ...task.parts, base: { ...task.parts.base, now } };
      await expect(
        serveSampleReaders({ ...task, parts, signal: new AbortController().signal }),
      ).rejects.toThrow('a request of the warm-up: HTTP/1.1 500');
    });
  });
});
