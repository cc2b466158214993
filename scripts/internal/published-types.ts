import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { InternalRouter as Published } from '../../packages/internal/src/generated/router.ts';
import type { InternalRouter as Served } from '../../server/internal-router.ts';

/** Compiles if the first type is assignable to the second. */
type Extends<A extends B, B> = [A, B];

/** Compiles only if the types of @leitor/internal equal the router's. `npm run check` compiles it. */
export type PublishedTypesHold = [
  Extends<inferRouterInputs<Published>, inferRouterInputs<Served>>,
  Extends<inferRouterInputs<Served>, inferRouterInputs<Published>>,
  Extends<inferRouterOutputs<Served>, inferRouterOutputs<Published>>,
  Extends<inferRouterError<Served>, inferRouterError<Published>>,
];
