import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError, z } from 'zod';
import type { Redis } from '../clients/redis.ts';
import type { Role } from '../config/roles.ts';
import { type Context, noteWrite, refuseOutsideDomains, requireRole } from '../core/context.ts';
import { AppError, isFault, toAppError } from '../core/errors.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { errorCodeOf, trpcCodeOf } from './errors.ts';
import { describeInput } from './input-issue.ts';
import { strictInput } from './strict-input.ts';

interface RequestContext extends Context {
  onProcedure: (path: string) => void;
  jobs: Pick<JobRunner, 'list' | 'countLeft' | 'run'>;
  redis: Redis | undefined;
  /** Records a refused act. Never throws. */
  recordRefusal: (ctx: Context, act: { action: string; target: string }) => Promise<void>;
}

/**
 * The effects of procedures. `export`: personal data in bulk. `outward`: reaches people or programs outside.
 * `privilege`: gives or removes rights. `destroy`: no other call restores it.
 */
export const effects = ['read', 'export', 'change', 'outward', 'privilege', 'destroy'] as const;
export type Effect = (typeof effects)[number];

interface CallDescription {
  /** One sentence without a full stop; input fields are in backticks. */
  description: string;
  effect: Effect;
  /** Accepts a mail, a long message or many records. */
  large?: true;
}

/** Data for documents, the CLI and other tools. */
interface ProcedureMeta extends CallDescription {
  /** The lowest role; some procedures require a higher one. */
  role: Role;
  input: z.ZodType | undefined;
  output: z.ZodType;
}

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter: ({ shape, error, ctx, input }) => {
      const { cause } = error;
      const issue = cause instanceof ZodError ? describeInput(cause, input) : undefined;
      const refusal = cause instanceof AppError ? cause : undefined;
      return {
        ...shape,
        message: issue?.text ?? messageOf(error),
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          path: shape.data.path,
          errorCode: errorCodeOf(error),
          field: issue?.field,
          state: refusal?.state,
          requiredRole: refusal?.requiredRole,
          requestId: ctx?.request.id,
        },
      };
    },
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;

/** Returns the message; that of an unexpected error reveals nothing. */
const messageOf = ({ code, message }: TRPCError): string =>
  code === 'INTERNAL_SERVER_ERROR' ? 'internal error' : message;

const mapErrors = t.middleware(async ({ ctx, next, path }) => {
  ctx.onProcedure(path);
  const result = await next();
  if (result.ok) return result;
  const thrown = result.error.cause;
  // tRPC itself refused the call, for example because of an invalid input.
  if (result.error.code !== 'INTERNAL_SERVER_ERROR' || thrown === undefined) return result;
  const error = toAppError(thrown);
  if (isFault(error)) {
    ctx.log.error({ err: error.cause ?? error }, error.code);
  }
  throw new TRPCError({
    code: trpcCodeOf(error.code),
    message: error.requiredRole
      ? `${error.code}: requires the role ${error.requiredRole}`
      : (error.detail ?? error.code),
    cause: error,
  });
});

/** Records refusals of the procedure and of its verb. */
const recordRefusals = t.middleware(async ({ ctx, next, path, type }) => {
  const readsOnly = type === 'query';
  const request = { ...ctx.request, readsOnly };
  const acting = { ...ctx, request };
  const result = await next({ ctx: acting });
  if (!readsOnly) await noteWrite(acting);
  if (!result.ok && acting.actor.kind === 'person' && isForbidden(result.error.cause)) {
    await ctx.recordRefusal(acting, { action: path, target: path });
  }
  return result;
});

const isForbidden = (cause: unknown): boolean =>
  cause instanceof AppError && cause.code === 'forbidden';

const nothing = z.strictObject({}).optional();

const takeNothing = t.middleware(async ({ getRawInput, next }) => {
  const { error } = nothing.safeParse(await getRawInput());
  if (error) throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
  return next();
});

/** An output in the form that tRPC accepts (Standard Schema). */
interface Encoder<Returned, Sent> {
  '~standard': {
    version: 1;
    vendor: string;
    types?: { input: Returned; output: Sent };
    validate: (
      value: unknown,
    ) => { value: Sent; issues?: undefined } | { issues: readonly z.core.$ZodIssue[] };
  };
}

/** Encodes an output; fields that the schema does not have are removed. */
const encoder = <Output extends z.ZodType>(
  schema: Output,
): Encoder<z.output<Output>, z.input<Output>> => ({
  '~standard': {
    version: 1,
    vendor: 'leitor',
    validate: (value) => {
      // tRPC passes the service's return value, whose type is the schema's.
      const { data, error } = z.safeEncode(schema, value as z.output<Output>);
      return error ? { issues: error.issues } : { value: data };
    },
  },
});

const checked = (role: Role) =>
  t.procedure
    .use(mapErrors)
    .use(recordRefusals)
    .use(({ ctx, next, path }) => {
      requireRole(ctx, role);
      refuseOutsideDomains(ctx.actor, path.split('.')[0]);
      return next();
    });

/**
 * Builds a procedure: `.meta(…).input(…).output(…)`, then `.query` or `.mutation`. Unknown input fields are
 * refused; without `.input`, all fields are. {@link nothing} is the output of a procedure that returns
 * nothing.
 */
const procedureFor = (role: Role) => ({
  meta: (said: CallDescription) => {
    const builder = checked(role);
    return {
      input: <Input extends z.ZodType>(given: Input) => {
        const input = strictInput(given);
        return {
          output: <Output extends z.ZodType>(output: Output) =>
            builder
              .meta({ role, ...said, input, output })
              .input(input)
              .output(encoder(output)),
        };
      },
      output: <Output extends z.ZodType>(output: Output) =>
        builder
          .meta({ role, ...said, input: undefined, output })
          .use(takeNothing)
          .output(encoder(output)),
    };
  },
});

export const agentProcedure = procedureFor('agent');

export const editorProcedure = procedureFor('editor');

export const adminProcedure = procedureFor('admin');
