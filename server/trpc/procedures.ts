import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { recordRefusal } from '../audit/service.ts';
import { type Actor, type Context, noteWrite, type Role, requireRole } from '../context.ts';
import { AppError, isFault, toAppError } from '../errors.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { describeIssue } from '../text/zod-messages.ts';
import { errorCodeOf, trpcCodeOf } from './errors.ts';

/** What a request gives its procedures: a context without an actor, who is authenticated once a procedure runs. */
export interface RequestContext extends Omit<Context, 'actor'> {
  authenticate: () => Promise<Actor>;
  /** Called with the name of each procedure that the request calls. */
  onProcedure: (path: string) => void;
  jobs: Pick<JobRunner, 'list' | 'run'>;
}

const t = initTRPC.context<RequestContext>().create({
  errorFormatter: ({ shape, error, ctx }) => {
    return {
      ...shape,
      message: messageOf(error),
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        path: shape.data.path,
        errorCode: errorCodeOf(error),
        state: error.cause instanceof AppError ? error.cause.state : undefined,
        requiredRole: error.cause instanceof AppError ? error.cause.requiredRole : undefined,
        requestId: ctx?.requestId,
      },
    };
  },
});

export const router = t.router;
export const mergeRouters = t.mergeRouters;

/** The text of an error: what is wrong with the input, or why the service refused. An unexpected error reveals nothing. */
const messageOf = (error: TRPCError): string => {
  if (error.code === 'INTERNAL_SERVER_ERROR') return 'Erro interno';
  const issue = error.cause instanceof ZodError ? error.cause.issues[0] : undefined;
  return issue ? `Requisição inválida: ${describeIssue(issue, 'input')}` : error.message;
};

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
  const acting = { ...ctx, actor: await ctx.authenticate(), readsOnly: type === 'query' };
  const result = await next({ ctx: acting });
  if (!acting.readsOnly) await noteWrite(acting);
  if (!result.ok && acting.actor.kind === 'person' && isForbidden(result.error.cause)) {
    await recordRefusal(acting, { action: path, target: path });
  }
  return result;
});

const isForbidden = (cause: unknown): boolean =>
  cause instanceof AppError && cause.code === 'forbidden';

const procedureFor = (role: Role) =>
  t.procedure
    .use(mapErrors)
    .use(authenticate)
    .use(({ ctx, next }) => {
      requireRole(ctx.actor, role);
      return next();
    });

/** A procedure for agents and administrators. The service verb it calls says which role it requires. */
export const procedure = procedureFor('agent');

/** A procedure of the support side: agents and administrators. */
export const agentProcedure = procedureFor('agent');

/** A procedure for administrators alone. */
export const adminProcedure = procedureFor('admin');
