import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError, z } from 'zod';
import { recordRefusal } from '../audit/service.ts';
import type { Redis } from '../clients/redis.ts';
import type { Role } from '../config/roles.ts';
import { type Actor, type Context, noteWrite, requireRole } from '../context.ts';
import { AppError, isFault, toAppError } from '../errors.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { errorCodeOf, trpcCodeOf } from './errors.ts';
import { describeInput } from './input-issue.ts';
import { strictInput } from './strict-input.ts';

/** What a request gives its procedures: a context without an actor, who is authenticated once a procedure runs. */
export interface RequestContext extends Omit<Context, 'actor'> {
  authenticate: () => Promise<Actor>;
  /** Called with the name of each procedure that the request calls. */
  onProcedure: (path: string) => void;
  jobs: Pick<JobRunner, 'list' | 'run'>;
  redis: Redis | undefined;
}

/** What a procedure says of itself. */
interface ProcedureMeta {
  /** Who may call it at least; some verbs ask for more. */
  role: Role;
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

/** Authenticates the caller and records refused acts, whether the procedure or its verb refuses them. */
const authenticate = t.middleware(async ({ ctx, next, path, type }) => {
  const readsOnly = type === 'query';
  const request = { ...ctx.request, readsOnly };
  const acting = { ...ctx, actor: await ctx.authenticate(), request };
  const result = await next({ ctx: acting });
  if (!readsOnly) await noteWrite(acting);
  if (!result.ok && acting.actor.kind === 'person' && isForbidden(result.error.cause)) {
    await recordRefusal(acting, { action: path, target: path });
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

/** A procedure for callers with a role. Its input refuses unknown fields. */
const procedureFor = (role: Role) => {
  const builder = t.procedure
    .meta({ role })
    .use(mapErrors)
    .use(authenticate)
    .use(({ ctx, next }) => {
      requireRole(ctx, role);
      return next();
    });
  const input: typeof builder.input = (schema) => builder.input(strictInput(schema));
  const { query, mutation } = builder.use(takeNothing);
  return { input, query, mutation };
};

/** A procedure of the support side: agents and administrators. */
export const agentProcedure = procedureFor('agent');

/** A procedure of the quiz: editors and administrators. */
export const editorProcedure = procedureFor('editor');

/** A procedure for administrators alone. */
export const adminProcedure = procedureFor('admin');
