import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readPages } from '../../../console/src/api/client.ts';
import { isLong, refresh } from '../../../console/src/api/refresh.ts';

describe('queries', () => {
  it('of lists go on from a cursor', () => {
    const { getNextPageParam } = readPages('tickets.list', { sort: 'newest' });
    const next = (nextCursor: string | null) =>
      getNextPageParam({ items: [], nextCursor }, [], undefined, []);
    expect([next('c'), next(null)]).toEqual(['c', undefined]);
  });

  it.each([
    [undefined, false],
    [null, false],
    [{ items: [] }, false],
    [{ pages: [1, 2, 3] }, false],
    [{ pages: [1, 2, 3, 4] }, true],
  ])('of %j are too long to be fetched again by themselves: %s', (data, long) => {
    const queries = new QueryClient();
    const query = queries.getQueryCache().build(queries, { queryKey: ['a'] });
    if (data !== undefined) query.setData(data);
    expect(isLong(query)).toBe(long);
  });

  it('are fetched again if they are on the page and not too long; all others are stale', async () => {
    const queries = new QueryClient();
    const asked: string[] = [];
    const load = (name: string, data: object, isShown = true) => {
      queries.setQueryData([name], data);
      const options = { queryKey: [name], staleTime: Number.POSITIVE_INFINITY };
      const queryFn = () => {
        asked.push(name);
        return data;
      };
      if (isShown) new QueryObserver(queries, { ...options, queryFn }).subscribe(() => undefined);
    };
    load('shown', {});
    load('hidden', {}, false);
    load('long', { pages: [1, 2, 3, 4] });
    load('other', {});
    refresh(queries, ({ queryKey: [name] }) => name !== 'other');
    const isStale = (name: string) => queries.getQueryState([name])?.isInvalidated;
    await vi.waitFor(() => expect(isStale('shown')).toBe(false));
    expect(asked).toEqual(['shown']);
    expect(['hidden', 'long', 'other'].map(isStale)).toEqual([true, true, false]);
    refresh(queries);
    await vi.waitFor(() => expect(asked).toEqual(['shown', 'shown', 'other']));
    queries.clear();
  });
});

/** A query whose answers a test gives, one after another. */
const observe = (initial?: string) => {
  const queries = new QueryClient();
  const answers: ((text: string) => void)[] = [];
  if (initial !== undefined) queries.setQueryData(['a'], initial);
  const observer = new QueryObserver(queries, {
    queryKey: ['a'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  onTestFinished(observer.subscribe(() => undefined));
  onTestFinished(() => queries.clear());
  const shows = (text: string) =>
    vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(text));
  return { queries, answers, shows };
};

it('what is read for the first time while something changes is shown, and read once more', async () => {
  const { queries, answers, shows } = observe();
  refresh(queries);
  refresh(queries);
  expect(answers).toHaveLength(1);
  answers[0]?.('before');
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(1));
  await shows('before');
  answers.at(-1)?.('after');
  await shows('after');
});

it('what is being read while something changes is read once more', async () => {
  const { queries, answers, shows } = observe('long ago');
  refresh(queries);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('after');
  answers[0]?.('before');
  await shows('after');
});

it('what more is read of a list while something changes is shown, and all of it read once more', async () => {
  const queries = new QueryClient();
  const answers: ((text: string) => void)[] = [];
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: ['a'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => pages.length,
  });
  const stop = observer.subscribe(() => undefined);
  const answer = async (count: number, text: string) => {
    await vi.waitFor(() => expect(answers).toHaveLength(count));
    answers[count - 1]?.(text);
  };
  const pages = () => observer.getCurrentResult().data?.pages;
  await answer(1, 'one');
  await vi.waitFor(() => expect(pages()).toEqual(['one']));
  void observer.fetchNextPage();
  refresh(queries);
  await answer(2, 'two');
  await vi.waitFor(() => expect(pages()).toEqual(['one', 'two']));
  await answer(3, 'one after');
  await answer(4, 'two after');
  await vi.waitFor(() => expect(pages()).toEqual(['one after', 'two after']));
  stop();
  queries.clear();
});
