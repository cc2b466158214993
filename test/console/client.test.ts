import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ask, read, readPages, write } from '../../console/src/api/client.ts';
import { refresh } from '../../console/src/api/refresh.ts';

afterEach(() => void vi.unstubAllGlobals());

it('calls go together, without those that may take long, and say that the console sent them', async () => {
  const sent: [url: string, header: string | undefined, method: string | undefined][] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push([url.replace(/&.*/, ''), headers.get('x-console') ?? undefined, init.method]);
    const paths = /\/trpc\/([^?]*)/.exec(url)?.[1]?.split(',') ?? [];
    const results = paths.map((data) => ({ result: { data } }));
    return Response.json(url.includes('batch=1') ? results : results[0]);
  });
  const range = { from: '2026-11-01', to: '2026-11-26' };
  const outputs = await Promise.all([
    ask('tags.list', undefined),
    ask('reports.summary', { week: '2026-11-23' }),
    ask('reports.responseTimes', { ...range, by: 'all' }),
    ask('quiz.trends', range),
    ask('streaks.overview', { days: 30 }),
    ask('streaks.retention', {}),
    ask('me.get', undefined),
    write('reports.clearCache', undefined),
  ]);
  // Each gets its own.
  expect([outputs[0], outputs[3], outputs[6]]).toEqual(['tags.list', 'quiz.trends', 'me.get']);
  expect(sent.map(([url]) => url.replace(/\?input.*/, '')).sort()).toEqual([
    '/trpc/quiz.trends',
    '/trpc/reports.clearCache?batch=1',
    '/trpc/reports.responseTimes',
    '/trpc/reports.summary',
    '/trpc/streaks.overview',
    '/trpc/streaks.retention',
    '/trpc/tags.list,me.get?batch=1',
  ]);
  expect(new Set(sent.map(([, header]) => header))).toEqual(new Set(['1']));
  expect(sent.find(([url]) => url.includes('clearCache'))?.[2]).toBe('POST');
});

it('a batch has ten calls at most', async () => {
  const sizes: number[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const paths = /\/trpc\/([^?]*)/.exec(url)?.[1]?.split(',') ?? [];
    sizes.push(paths.length);
    return Response.json(paths.map((data) => ({ result: { data } })));
  });
  await Promise.all(Array.from({ length: 11 }, (_, id) => ask('tickets.get', { id })));
  expect(sizes.sort()).toEqual([1, 10]);
});

it('what is no longer asked for is cut off, a list as well', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const queries = new QueryClient();
  queries.fetchQuery(read('tickets.get', { id: 5 })).catch(() => undefined);
  queries.fetchInfiniteQuery(readPages('streaks.list', {})).catch(() => undefined);
  await vi.waitFor(() => expect(signals.length).toBeGreaterThan(0));
  expect(signals.some((signal) => signal?.aborted)).toBe(false);
  await queries.cancelQueries();
  await vi.waitFor(() => expect(signals.every((signal) => signal?.aborted)).toBe(true));
});

it('what is read for the first time while something changes is shown, and read once more', async () => {
  const queries = new QueryClient();
  const answers: ((text: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(queries, { queryKey: ['a'], queryFn });
  const stop = observer.subscribe(() => undefined);
  refresh(queries);
  refresh(queries);
  expect(answers).toHaveLength(1);
  answers[0]?.('before');
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(1));
  expect(observer.getCurrentResult().data).toBe('before');
  answers.at(-1)?.('after');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
  stop();
  queries.clear();
});

it('what is being read while something changes is read once more', async () => {
  const queries = new QueryClient();
  const answers: ((text: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  queries.setQueryData(['a'], 'long ago');
  const observer = new QueryObserver(queries, { queryKey: ['a'], queryFn });
  const stop = observer.subscribe(() => undefined);
  refresh(queries);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('after');
  answers[0]?.('before');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'));
  stop();
  queries.clear();
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
