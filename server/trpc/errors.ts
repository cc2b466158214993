import type { TRPC_ERROR_CODE_KEY, TRPCError } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { ZodError, z } from 'zod';
import { roles } from '../config/roles.ts';
import { AppError, type ErrorCode, errorTable } from '../core/errors.ts';
import { failureCodeOf } from '../text/zod-messages.ts';

type Status = (typeof errorTable)[ErrorCode]['status'];

const codeByStatus: Record<Status, TRPC_ERROR_CODE_KEY> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'BAD_REQUEST',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  431: 'BAD_REQUEST',
  499: 'CLIENT_CLOSED_REQUEST',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'TIMEOUT',
};

/** These conflicts have the HTTP status 400. */
const conflicts = new Set<ErrorCode>(['tag-name-taken', 'tag-in-use']);

export const trpcCodeOf = (code: ErrorCode): TRPC_ERROR_CODE_KEY =>
  conflicts.has(code) ? 'CONFLICT' : codeByStatus[errorTable[code].status];

const ownRefusals: Partial<Record<TRPC_ERROR_CODE_KEY, ErrorCode>> = {
  PARSE_ERROR: 'malformed-json',
  BAD_REQUEST: 'invalid-request',
  NOT_FOUND: 'not-found',
  METHOD_NOT_SUPPORTED: 'method-not-allowed',
  PAYLOAD_TOO_LARGE: 'body-too-large',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported-media-type',
};

export const errorCodeOf = ({ cause, code }: TRPCError): ErrorCode => {
  if (cause instanceof AppError) return cause.code;
  const issues = cause instanceof ZodError ? cause.issues : [];
  const isMisspelt = issues.some((issue) => issue.code === 'unrecognized_keys');
  const failure = isMisspelt ? 'invalid-request' : failureCodeOf(issues);
  return failure ?? ownRefusals[code] ?? 'internal-error';
};

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(table).filter((key): key is Key => key in table);

/** Builds the response to a request that is refused before its procedures are called. */
export const refusedRequest = (error: AppError, { id, path }: { id: string; path: string }) => {
  const code = trpcCodeOf(error.code);
  const data = {
    code,
    httpStatus: errorTable[error.code].status,
    ...(!/,|%2c/i.test(path) && { path: path.slice(1) }),
    errorCode: error.code,
    requestId: id,
  };
  const message = error.code === 'internal-error' ? 'internal error' : (error.detail ?? error.code);
  return { error: { message, code: TRPC_ERROR_CODES_BY_KEY[code], data } };
};

/** A failure; `data.errorCode` is the stable code. */
export const InternalFailure = z.object({
  code: z.number(),
  message: z.string(),
  data: z.object({
    code: z.enum(keysOf(TRPC_ERROR_CODES_BY_KEY)),
    httpStatus: z.number(),
    path: z.string().optional(),
    errorCode: z.enum(keysOf(errorTable)),
    field: z.string().optional(),
    state: z.string().optional(),
    requiredRole: z.enum(roles).optional(),
    requestId: z.string().optional(),
  }),
});
