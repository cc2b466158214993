import {
  infiniteQueryOptions,
  queryOptions,
  type UseMutationOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { createTRPCUntypedClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { InternalProcedures } from '../../../packages/internal/src/index.ts';

// The internal API through TanStack Query. A query's key is its path and its input.

/** Calls that are sent outside a batch, because a batch waits for its slowest call. */
const slow: ReadonlySet<string> = new Set([
  'reports.responseTimes',
  'quiz.trends',
  'streaks.overview',
  'streaks.retention',
]);

const http = { url: '/trpc', headers: { 'X-Console': '1' } };
const client = createTRPCUntypedClient({
  links: [
    splitLink({
      condition: ({ path }) => slow.has(path),
      true: httpLink(http),
      false: httpBatchLink({ ...http, maxItems: 10 }),
    }),
  ],
});

type Arguments<Input, More extends [unknown?] = []> = undefined extends Input
  ? [input?: Input, ...More]
  : [input: Input, ...More];

/** Calls a procedure that changes nothing. */
export const ask = <P extends QueryPath>(
  path: P,
  input: InputOf<P> | undefined,
  signal?: AbortSignal,
): Promise<OutputOf<P>> => client.query(path, input, { signal }) as Promise<OutputOf<P>>;

const queryOf = <P extends QueryPath>(path: P, input: InputOf<P> | undefined) =>
  queryOptions({
    queryKey: [path, input ?? {}] as const,
    queryFn: ({ signal }) => ask(path, input, signal),
  });

/** The options of a query: `read('tickets.get', { id })`. */
export const read = <P extends QueryPath>(path: P, ...[input]: Arguments<InputOf<P>>) =>
  queryOf(path, input);

interface ReadOptions {
  enabled?: boolean;
  refetchInterval?: number;
  refetchOnMount?: 'always';
}

export const useRead = <P extends QueryPath>(
  path: P,
  ...[input, options]: Arguments<InputOf<P>, [options?: ReadOptions]>
) => useQuery({ ...queryOf(path, input), ...options });

export interface Page<Item> {
  items: Item[];
  nextCursor: string | number | null;
}

/** The options of a query that reads a list page by page. */
export const readPages = <P extends ListPath>(
  path: P,
  input: Omit<InputOf<P> & object, 'cursor'>,
) =>
  infiniteQueryOptions({
    queryKey: [path, input, 'pages'] as const,
    initialPageParam: undefined as string | number | undefined,
    queryFn: ({ signal, pageParam: cursor }) =>
      client.query(path, { ...input, cursor }, { signal }) as Promise<Page<ItemOf<P>>>,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const usePages = <P extends ListPath>(path: P, input: Omit<InputOf<P> & object, 'cursor'>) =>
  useInfiniteQuery(readPages(path, input));

/** Calls a procedure that changes something. */
export const write = <P extends MutationPath>(path: P, input: InputOf<P>): Promise<OutputOf<P>> =>
  client.mutation(path, input) as Promise<OutputOf<P>>;

/** Runs a change as a dry run; it counts again each time, because other people continue to work. */
export const useDryRun = <P extends MutationPath>(path: P, input: InputOf<P>, enabled = true) =>
  useQuery({ queryKey: [path, input], queryFn: () => write(path, input), enabled, gcTime: 0 });

/**
 * Runs a mutation from a component: `useWrite('tickets.assign').mutate(input)`.
 * @param then its callbacks run even after the component unmounts, unlike those of `mutate`
 */
export const useWrite = <P extends MutationPath>(
  path: P,
  then?: Pick<UseMutationOptions<OutputOf<P>, Error, InputOf<P>>, 'onSuccess' | 'onError'>,
) => useMutation({ mutationFn: (input: InputOf<P>) => write(path, input), ...then });

// The procedures of the internal API by their paths, such as `tickets.get`.

/** The inputs and outputs of all procedures by path. */
type Procedures<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends TRPCQueryProcedure<infer D>
    ? { kind: 'query'; path: `${Prefix}${K}`; input: D['input']; output: D['output'] }
    : T[K] extends TRPCMutationProcedure<infer D>
      ? { kind: 'mutation'; path: `${Prefix}${K}`; input: D['input']; output: D['output'] }
      : Procedures<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

type Procedure = Procedures<InternalProcedures>;
type Query = Extract<Procedure, { kind: 'query' }>;
type Mutation = Extract<Procedure, { kind: 'mutation' }>;

type Of<P, Path> = Extract<P, { path: Path }>;

type QueryPath = Query['path'];
type MutationPath = Mutation['path'];

export type InputOf<Path extends QueryPath | MutationPath> = Of<Query | Mutation, Path>['input'];
export type OutputOf<Path extends QueryPath | MutationPath> = Of<Query | Mutation, Path>['output'];

/** The queries that return a list page by page. */
type ListPath = Query extends infer Q
  ? Q extends { path: infer Path extends QueryPath; output: Page<unknown> }
    ? Path
    : never
  : never;

export type ItemOf<Path extends ListPath> =
  OutputOf<Path> extends { items: (infer Item)[] } ? Item : never;
