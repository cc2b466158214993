import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { type Actor, type Context, type Role, requireRole } from '../context.ts';
import { AppError, isFault, toAppError } from '../errors.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { describeIssue } from '../validation.ts';
import { trpcCodes } from './errors.ts';

/** What a request brings to its procedures: a service context but for the actor, who is asked for once a procedure runs. */
export interface RequestContext extends Omit<Context, 'actor'> {
  authenticate: () => Promise<Actor>;
  requestId: string;
  /** Told the name of each procedure that the request calls. */
  tellProcedure: (path: string) => void;
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
        errorCode: error.cause instanceof AppError ? error.cause.code : undefined,
        requestId: ctx?.requestId,
      },
    };
  },
});

export const router = t.router;

/** The text of an error: what is wrong with an input, the service's refusal, or nothing of an unforeseen error. */
const messageOf = (error: TRPCError): string => {
  if (error.code === 'INTERNAL_SERVER_ERROR') return 'Erro interno';
  const issue = error.cause instanceof ZodError ? error.cause.issues[0] : undefined;
  return issue ? `Requisição inválida: ${describeIssue(issue, 'input')}` : error.message;
};

/** Turns what a service throws into the protocol's errors, once for all procedures. */
const mapErrors = t.middleware(async ({ ctx, next, path }) => {
  ctx.tellProcedure(path);
  const result = await next();
  if (result.ok) return result;
  const thrown = result.error.cause;
  // A refusal of tRPC's own, such as an input that does not parse.
  if (result.error.code !== 'INTERNAL_SERVER_ERROR' || thrown === undefined) return result;
  const error = toAppError(thrown);
  if (isFault(error)) {
    ctx.log.error({ err: error.cause ?? error }, error.code);
  }
  throw new TRPCError({
    code: trpcCodes[error.code],
    message: error.detail ?? error.code,
    cause: error,
  });
});

const procedureFor = (role: Role) =>
  t.procedure.use(mapErrors).use(async ({ ctx, next }) => {
    const actor = await ctx.authenticate();
    requireRole(actor, role);
    return next({ ctx: { ...ctx, actor } });
  });

/** A procedure of the support side: agents and administrators. */
export const agentProcedure = procedureFor('agent');

/** A procedure for administrators alone. */
export const adminProcedure = procedureFor('admin');
