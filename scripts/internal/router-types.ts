import type { inferRouterError, inferRouterOutputs } from '@trpc/server';
import type { InternalRouter } from '../../server/internal-router.ts';

// What callers of the internal API receive, as TypeScript infers it: `read-outputs.ts` reads these types.

export type Outputs = inferRouterOutputs<InternalRouter>;
export type Failure = inferRouterError<InternalRouter>;
