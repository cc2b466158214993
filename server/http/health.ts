import { type RequestHandler, Router } from 'express';
import { AppError } from '../errors.ts';
import { failureBody, retryAfterSeconds } from './failures.ts';

/** Tells whether the process can serve, or is about to end; throws with the reason where it cannot. */
export type CheckReadiness = () => Promise<'ready' | 'stopping'>;

const healthy: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ success: true, data: { status: 'ok' } });
};

/** `/livez`: the process runs. `/readyz`: it can serve requests, else 503 with `Retry-After`. */
export const healthRoutes = (checkReadiness: CheckReadiness): Router => {
  const ready: RequestHandler = async (_req, res, next) => {
    const state = await checkReadiness().catch((error: unknown) => {
      throw new AppError('unavailable', { cause: error });
    });
    if (state === 'ready') return next();
    // Nobody's fault, and so no line in the log.
    res
      .status(503)
      .set({ 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) })
      .set('X-Error-Code', 'unavailable')
      .json(failureBody(new AppError('unavailable'), undefined));
  };
  return Router().get('/livez', healthy).get('/readyz', ready, healthy);
};
