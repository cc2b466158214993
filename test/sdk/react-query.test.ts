import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLeitor } from '../../packages/sdk/src/index.ts';
import { createLeitorQueries } from '../../packages/sdk/src/react-query.ts';
import { startApp, type TestApp } from '../harness.ts';
import { stubService, success } from './stub-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('invalidate', () => {
  it('loads again what was being loaded for the first time', async () => {
    const responses: string[] = [];
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const leitor = createLeitor({
      baseUrl: app.url,
      token: await app.token({ role: 'reader' }),
      fetch: async (input, init) => {
        const { method } = new Request(input, init);
        const response = await fetch(input, init);
        responses.push(method);
        if (responses.length === 1) {
          arrive();
          await held;
        }
        return response;
      },
    });
    const queries = createLeitorQueries(leitor);
    const client = new QueryClient();
    const observer = new QueryObserver(client, queries.getMyStreak.queryOptions());
    const unsubscribe = observer.subscribe(() => undefined);
    await arrived;
    await leitor.recordMyReading();
    const invalidated = queries.invalidate(client, 'recordMyReading');
    release();
    await invalidated;
    expect(observer.getCurrentResult().data).toMatchObject({ readToday: true, currentStreak: 1 });
    expect(responses).toEqual(['GET', 'POST', 'GET']);
    unsubscribe();
    client.clear();
  });

  const staleAfter = async (operation?: 'createTag') => {
    const queries = createLeitorQueries(stubService([success([])]).leitor);
    const client = new QueryClient();
    const keys = [queries.listTags.queryKey(), queries.getReportFilters.queryKey({}), ['other']];
    for (const key of keys) client.setQueryData(key, []);
    await queries.invalidate(client, operation);
    const stale = keys.map((key) => client.getQueryState(key)?.isInvalidated);
    client.clear();
    return stale;
  };

  it('marks the queries of the part of the API of an operation', async () => {
    expect(await staleAfter('createTag')).toEqual([true, false, false]);
  });

  it('without an operation marks every query of the API', async () => {
    expect(await staleAfter()).toEqual([true, true, false]);
  });
});
