export type {
  CallOptions,
  FetchOptions,
  IdempotentCallOptions,
  UploadCallOptions,
  UploadProgress,
} from './call-options.ts';
export {
  type ClientErrorCode,
  type ErrorCodeOf,
  isLeitorError,
  LeitorError,
} from './error.ts';
export * from './generated/limits.ts';
export type * from './generated/operations.ts';
export type * from './generated/schemas.ts';
export { createLeitor, type Leitor } from './leitor.ts';
export type { LeitorOptions, RequestEvent, ResponseEvent } from './options.ts';
export type { RawResponse } from './route.ts';
