export type { TRPCClientErrorLike } from '@trpc/client';
export {
  createInternalClient,
  type InternalClient,
  type InternalClientOptions,
  type InternalError,
  isInternalError,
} from './client.ts';
export type * from './generated/router.ts';
