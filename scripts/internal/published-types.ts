import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { InternalRouter as Published } from '../../packages/internal/src/generated/router.ts';
import type { InternalRouter as Served } from '../../server/internal-router.ts';

/** Compiles if every value of the first type is one of the second. */
type Extends<A extends B, B> = [A, B];

/** The types of @leitor/internal equal the router's inputs and outputs: `npm run check` compiles this. */
export type PublishedTypesHold = [
  Extends<inferRouterInputs<Published>, inferRouterInputs<Served>>,
  Extends<inferRouterInputs<Served>, inferRouterInputs<Published>>,
  Extends<inferRouterOutputs<Served>, inferRouterOutputs<Published>>,
  Extends<inferRouterError<Served>, inferRouterError<Published>>,
];
