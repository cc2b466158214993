import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { InternalProcedures } from '../../../packages/internal/src/index.ts';

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
