import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ask, read, readPages, write } from '../../../console/src/api/client.ts';

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
    ask('reports.responseTimes', { ...range, by: 'all' }),
    ask('quiz.trends', range),
    ask('streaks.overview', { days: 30 }),
    ask('streaks.retention', {}),
    ask('me.get', undefined),
    write('reports.clearCache', undefined),
  ]);
  // Each gets its own.
  expect([outputs[0], outputs[2], outputs[5]]).toEqual(['tags.list', 'quiz.trends', 'me.get']);
  expect(sent.map(([url]) => url.replace(/\?input.*/, '')).sort()).toEqual([
    '/trpc/quiz.trends',
    '/trpc/reports.clearCache?batch=1',
    '/trpc/reports.responseTimes',
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
