import {
  InfiniteQueryObserver,
  QueryClient,
  type QueryFilters,
  QueryObserver,
} from '@tanstack/react-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../packages/sdk/src/generated/routes.ts';
import { createLeitor } from '../../packages/sdk/src/index.ts';
import { createLeitorQueries } from '../../packages/sdk/src/react-query.ts';
import { startApp, type TestApp } from '../harness.ts';
import { stubService, success } from './stub-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('the options of an operation', () => {
  it('have a key that begins with the API and the name of the operation', () => {
    const { invalidate: _, queryKey, ...operations } = createLeitorQueries(stubService([]).leitor);
    const keys = Object.values(operations).map((helpers) =>
      'queryKey' in helpers ? helpers.queryKey() : helpers.mutationOptions().mutationKey,
    );
    expect(keys).toEqual(Object.keys(routes).map((name) => ['leitor', name]));
    expect(queryKey).toEqual(['leitor']);
  });

  it('call it with the input, and a change with the options of its calls', async () => {
    const { leitor, requests } = stubService([success()]);
    const { getGroupRanking, createGroup } = createLeitorQueries(leitor);
    const client = new QueryClient();
    // A query without data would be an error.
    expect(await client.fetchQuery(getGroupRanking.queryOptions({ groupId: 'g' }))).toBeNull();
    await createGroup.mutationOptions({ idempotencyKey: 'k-1' }).mutationFn({ name: 'Clube' });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://api.test/streaks/groups/g/ranking',
      'POST https://api.test/streaks/groups',
    ]);
    expect(requests[1]?.headers.get('idempotency-key')).toBe('k-1');
    expect(await requests[1]?.json()).toEqual({ name: 'Clube' });
    client.clear();
  });
});

describe('infiniteQueryOptions', () => {
  it('follows the cursor, beside the plain query of the same input', async () => {
    const page = (day: number, nextCursor: string | null) =>
      success({ items: [{ quizId: `quiz ${day}` }], nextCursor });
    const { leitor, requests } = stubService([
      (request) => {
        const cursor = new URL(request.url).searchParams.get('cursor');
        return cursor === null ? page(1, 'dois') : page(2, null);
      },
    ]);
    const queries = createLeitorQueries(leitor);
    const client = new QueryClient();
    const input = { limit: 1 };
    const pages = new InfiniteQueryObserver(
      client,
      queries.listQuizHistory.infiniteQueryOptions(input),
    );
    const plain = await client.fetchQuery(queries.listQuizHistory.queryOptions(input));
    expect(plain).toMatchObject({ nextCursor: 'dois' });
    expect((await pages.refetch()).data?.pages).toHaveLength(1);
    const { data, hasNextPage } = await pages.fetchNextPage();
    expect(data?.pages.flatMap(({ items }) => items)).toEqual([
      { quizId: 'quiz 1' },
      { quizId: 'quiz 2' },
    ]);
    expect(hasNextPage).toBe(false);
    expect(client.getQueryData(queries.listQuizHistory.queryKey(input))).toEqual(plain);
    const { queryKey } = queries.listQuizHistory.infiniteQueryOptions({ limit: 2 });
    expect(client.getQueryData(queryKey)).toBeUndefined();
    const addresses = requests.map(({ url }) => new URL(url).search);
    expect(addresses).toEqual(['?limit=1', '?limit=1', '?limit=1&cursor=dois']);
    client.clear();
  });
});

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

  const staleAfter = async (operation?: 'createTag', filters?: QueryFilters) => {
    const queries = createLeitorQueries(stubService([success([])]).leitor);
    const client = new QueryClient();
    const keys = [queries.listTags.queryKey(), queries.getReportFilters.queryKey({}), ['other']];
    for (const key of keys) client.setQueryData(key, []);
    await queries.invalidate(client, operation, filters);
    const stale = keys.map((key) => client.getQueryState(key)?.isInvalidated);
    client.clear();
    return stale;
  };

  it('marks the queries of the part of the API of an operation', async () => {
    expect(await staleAfter('createTag')).toEqual([true, false, false]);
  });
});
