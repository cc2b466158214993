import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError, z } from 'zod';
import type { Redis } from '../clients/redis.ts';
import type { Role } from '../config/roles.ts';
import { type Context, noteWrite, requireRole } from '../core/context.ts';
import { AppError, isFault, toAppError } from '../core/errors.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { errorCodeOf, trpcCodeOf } from './errors.ts';
import { describeInput } from './input-issue.ts';
import { strictInput } from './strict-input.ts';

export interface RequestContext extends Context {
  /** Called with the name of each procedure that the request calls. */
  onProcedure: (path: string) => void;
  jobs: Pick<JobRunner, 'list' | 'run'>;
  redis: Redis | undefined;
  /** Stores that a person attempted an act they may not do. Never throws. */
  recordRefusal: (ctx: Context, act: { action: string; target: string }) => Promise<void>;
}

/**
 * What a call does beyond reading: hands out personal data in bulk, changes, sends something to
 * people or programs outside, gives or takes power, destroys what no other call brings back.
 */
export const effects = ['read', 'export', 'change', 'outward', 'privilege', 'destroy'] as const;
export type Effect = (typeof effects)[number];

export interface Said {
  /**
   * One sentence without a full stop, for every kind of caller: fields of the input stand in
   * backticks.
   */
  description: string;
  effect: Effect;
  /** Whether it takes a mail, a long message or many records. */
  large?: true;
}

/** The contract of a procedure, as documents, the CLI and other tools read it. */
export interface ProcedureMeta extends Said {
  /** Who may call it at least; some verbs ask for more. */
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

/** Why the service refused. An unexpected error reveals nothing. */
const messageOf = ({ code, message }: TRPCError): string =>
  code === 'INTERNAL_SERVER_ERROR' ? 'internal error' : message;

/** Maps what a service throws to tRPC errors, for all procedures. */
const mapErrors = t.middleware(async ({ ctx, next, path }) => {
  ctx.onProcedure(path);
  const result = await next();
  if (result.ok) return result;
  const thrown = result.error.cause;
  // tRPC refused the call itself: the input does not parse, for example.
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

/** Records refused acts, whether the procedure or its verb refuses them. */
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

/** Refuses the fields of an input where none is taken. */
const takeNothing = t.middleware(async ({ getRawInput, next }) => {
  const { error } = nothing.safeParse(await getRawInput());
  if (error) throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
  return next();
});

/** What tRPC takes as an output: a Standard Schema of what verbs return and what is sent. */
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

/** Sends what a schema names of a result, encoded: other fields of a row never leave. */
const encoder = <Output extends z.ZodType>(
  schema: Output,
): Encoder<z.output<Output>, z.input<Output>> => ({
  '~standard': {
    version: 1,
    vendor: 'leitor',
    validate: (value) => {
      // tRPC passes on what the verb returned, whose type is that of the schema.
      const { data, error } = z.safeEncode(schema, value as z.output<Output>);
      return error ? { issues: error.issues } : { value: data };
    },
  },
});

const checked = (role: Role) =>
  t.procedure
    .use(mapErrors)
    .use(recordRefusals)
    .use(({ ctx, next }) => {
      requireRole(ctx, role);
      return next();
    });

/**
 * A procedure for callers with a role: `.meta(…).input(…).output(…)`, then `.query` or `.mutation`.
 * Its input refuses unknown fields; without `.input` it takes nothing. Use {@link nothing} for the
 * output of a verb that returns nothing.
 */
const procedureFor = (role: Role) => ({
  meta: (said: Said) => {
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

/** A procedure of the support side: agents and administrators. */
export const agentProcedure = procedureFor('agent');

/** A procedure of the quiz: editors and administrators. */
export const editorProcedure = procedureFor('editor');

export const adminProcedure = procedureFor('admin');
