import type {
  DataTag,
  InfiniteData,
  QueryClient,
  QueryFilters,
  QueryFunctionContext,
} from '@tanstack/react-query';
import type { LeitorError } from './error.ts';
import { domains } from './generated/domains.ts';
import type { OperationName, Operations } from './generated/operations.ts';
import { routes } from './generated/routes.ts';
import type { Leitor } from './leitor.ts';

/** The operations that read data. */
export type QueryName = {
  [O in OperationName]: Operations[O]['kind'] extends 'query' ? O : never;
}[OperationName];

/** The operations that change data. */
export type MutationName = Exclude<OperationName, QueryName>;

/** The operations that read a list page by page. */
export type PagedName = {
  [O in QueryName]: Operations[O]['data'] extends { nextCursor: unknown }
    ? 'cursor' extends keyof Operations[O]['input']
      ? O
      : never
    : never;
}[QueryName];

/** The key of a query. Its beginning matches all queries of the operation and of the API. */
export type LeitorQueryKey<O extends QueryName> = readonly [
  'leitor',
  O,
  ...([] | [Operations[O]['input']]),
];

/** TanStack Query infers the errors' type from `retry`, which is never set because the SDK retries. */
interface FailsWith<O extends OperationName> {
  retry?: boolean | number | ((failures: number, error: LeitorError<O>) => boolean);
}

/** The options that `useQuery` takes. */
export interface LeitorQueryOptions<O extends QueryName> extends FailsWith<O> {
  queryKey: DataTag<LeitorQueryKey<O>, Operations[O]['data'], LeitorError<O>>;
  queryFn: (context: QueryFunctionContext<LeitorQueryKey<O>>) => Promise<Operations[O]['data']>;
}

/** The options that `useInfiniteQuery` takes. */
export interface LeitorInfiniteQueryOptions<O extends PagedName> extends FailsWith<O> {
  queryKey: DataTag<
    readonly ['leitor', O, Operations[O]['input'] | undefined, 'pages'],
    InfiniteData<Operations[O]['data'], string | undefined>,
    LeitorError<O>
  >;
  queryFn: (
    context: QueryFunctionContext<
      readonly ['leitor', O, Operations[O]['input'] | undefined, 'pages'],
      string | undefined
    >,
  ) => Promise<Operations[O]['data']>;
  initialPageParam: string | undefined;
  getNextPageParam: (page: Operations[O]['data']) => string | undefined;
}

/** The options that `useMutation` takes. */
export interface LeitorMutationOptions<O extends MutationName> extends FailsWith<O> {
  mutationKey: readonly ['leitor', O];
  mutationFn: (input: Operations[O]['input']) => Promise<Operations[O]['data']>;
}

/** An operation's input as a parameter, which is optional if all its fields are. */
type InputOf<O extends OperationName> =
  Record<never, never> extends Operations[O]['input']
    ? [input?: Operations[O]['input']]
    : [input: Operations[O]['input']];

interface QueryHelpers<O extends QueryName> {
  /**
   * Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like. The query is aborted when its
   * last observer is removed.
   */
  queryOptions: (...input: InputOf<O>) => LeitorQueryOptions<O>;
  /** The key of one query; without an input, the key of all queries of the operation. */
  queryKey: (input?: Operations[O]['input']) => LeitorQueryKey<O>;
}

interface PagedHelpers<O extends PagedName> {
  /** Options for `useInfiniteQuery`, which follow `nextCursor`. */
  infiniteQueryOptions: (...input: InputOf<O>) => LeitorInfiniteQueryOptions<O>;
}

interface MutationHelpers<O extends MutationName> {
  /** Options for `useMutation`; `options` apply to each call. */
  mutationOptions: (options?: Operations[O]['options']) => LeitorMutationOptions<O>;
}

/** The TanStack Query helpers of a client, by operation. */
export type LeitorQueries = { readonly [O in QueryName]: QueryHelpers<O> } & {
  readonly [O in PagedName]: PagedHelpers<O>;
} & { readonly [O in MutationName]: MutationHelpers<O> } & {
  /**
   * Marks all queries that an operation may have changed as stale: those of the same part of the API, or all
   * without an operation. Shown data is fetched again, even if its first load is in flight.
   */
  readonly invalidate: (
    queryClient: QueryClient,
    operation?: OperationName,
    filters?: Omit<QueryFilters, 'queryKey'>,
  ) => Promise<void>;
  /** The beginning of all keys. */
  readonly queryKey: readonly ['leitor'];
};

type AnyCall = (input?: unknown, options?: unknown) => Promise<unknown>;

/**
 * Makes TanStack Query options of a client's operations.
 *
 * ```ts
 * const queries = createLeitorQueries(leitor);
 * const tags = useQuery(queries.listTags.queryOptions());
 * const createTag = useMutation({
 *   ...queries.createTag.mutationOptions(),
 *   onSuccess: () => queries.invalidate(queryClient, 'createTag'),
 * });
 * ```
 */
export const createLeitorQueries = (leitor: Leitor): LeitorQueries => {
  const queries: Record<string, unknown> = { queryKey: ['leitor'], invalidate };
  for (const [operation, { method }] of Object.entries(routes)) {
    const call = leitor[operation as OperationName] as AnyCall;
    queries[operation] =
      method === 'GET'
        ? queryHelpers(operation, call)
        : {
            mutationOptions: (options?: object) => ({
              mutationKey: ['leitor', operation],
              mutationFn: (input: unknown) => call(input, options),
            }),
          };
  }
  return queries as LeitorQueries;
};

interface CallContext {
  signal: AbortSignal;
  pageParam?: unknown;
}

const queryHelpers = (operation: string, call: AnyCall) => {
  const queryKey = (input?: object) => ['leitor', operation, ...(input ? [input] : [])];
  return {
    queryKey,
    queryOptions: (input?: object) => ({
      queryKey: queryKey(input),
      // TanStack Query refuses undefined, so an operation without data resolves to null.
      queryFn: async ({ signal }: CallContext) => (await call(input, { signal })) ?? null,
    }),
    infiniteQueryOptions: (input?: object) => ({
      queryKey: ['leitor', operation, input, 'pages'],
      queryFn: ({ signal, pageParam }: CallContext) =>
        call({ ...input, cursor: pageParam }, { signal }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }: { nextCursor?: string | null }) => nextCursor ?? undefined,
    }),
  };
};

const invalidate = async (
  queryClient: QueryClient,
  operation?: OperationName,
  filters?: Omit<QueryFilters, 'queryKey'>,
): Promise<void> => {
  const affected = domains.find((names) => operation && names.includes(operation)) ?? [];
  const keys = operation ? affected.map((name) => ['leitor', name]) : [['leitor']];
  await Promise.all(keys.map((queryKey) => refresh(queryClient, { ...filters, queryKey })));
};

const refresh = async (queryClient: QueryClient, filters: QueryFilters): Promise<void> => {
  // TanStack Query does not restart a first load, whose response may be older than the change.
  const firstLoads = queryClient
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle');
  await queryClient.invalidateQueries(filters);
  if (firstLoads.length === 0) return;
  await queryClient.invalidateQueries({
    ...filters,
    predicate: (query) => firstLoads.includes(query),
  });
};
