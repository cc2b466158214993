import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { InternalProcedures } from '../../../packages/internal/src/index.ts';

// The procedures of the internal API by their paths, such as `tickets.get`.

/** The inputs and outputs of all queries, or of all mutations, by path. */
type Queries<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends TRPCQueryProcedure<infer Definition>
    ? { path: `${Prefix}${K}`; input: Definition['input']; output: Definition['output'] }
    : T[K] extends TRPCMutationProcedure<infer _>
      ? never
      : Queries<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

type Mutations<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends TRPCMutationProcedure<infer Definition>
    ? { path: `${Prefix}${K}`; input: Definition['input']; output: Definition['output'] }
    : T[K] extends TRPCQueryProcedure<infer _>
      ? never
      : Mutations<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

type Query = Queries<InternalProcedures>;
type Mutation = Mutations<InternalProcedures>;

type Of<P, Path> = Extract<P, { path: Path }>;

export type QueryPath = Query['path'];
export type MutationPath = Mutation['path'];

/** What a procedure takes. */
export type InputOf<Path extends QueryPath | MutationPath> = Of<Query | Mutation, Path>['input'];
/** What a procedure returns. */
export type OutputOf<Path extends QueryPath | MutationPath> = Of<Query | Mutation, Path>['output'];

/** The queries that return a list page by page. */
export type ListPath = Query extends infer Q
  ? Q extends {
      path: infer Path extends QueryPath;
      output: { items: unknown[]; nextCursor: string | number | null };
    }
    ? Path
    : never
  : never;

/** One item of a list. */
export type ItemOf<Path extends ListPath> =
  OutputOf<Path> extends { items: (infer Item)[] } ? Item : never;
