import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client';
import type { InputOf, ItemOf, ListPath, MutationPath, OutputOf, QueryPath } from './procedures.ts';

// The internal API through TanStack Query. The key of a query is its path and its input.

const client = createTRPCUntypedClient({
  links: [httpBatchLink({ url: '/trpc', maxItems: 10, headers: { 'X-Console': '1' } })],
});

type Arguments<Input> = undefined extends Input ? [input?: Input] : [input: Input];

/** A query for `useQuery`: `read('tickets.get', { id })`. */
export const read = <P extends QueryPath>(path: P, ...[input]: Arguments<InputOf<P>>) =>
  queryOptions({
    queryKey: [path, input ?? {}] as const,
    queryFn: ({ signal }) => client.query(path, input, { signal }) as Promise<OutputOf<P>>,
  });

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | number | null;
}

/** The pages of a list for `useInfiniteQuery`. */
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

/** Calls a procedure that changes something. */
export const write = <P extends MutationPath>(path: P, input: InputOf<P>): Promise<OutputOf<P>> =>
  client.mutation(path, input) as Promise<OutputOf<P>>;

/** A procedure that changes something, for a component: `useWrite('tickets.assign').mutate(input)`. */
export const useWrite = <P extends MutationPath>(path: P) =>
  useMutation({ mutationFn: (input: InputOf<P>) => write(path, input) });
