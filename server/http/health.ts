import { type RequestHandler, Router } from 'express';
import { AppError } from '../errors.ts';

/** Tells whether the process can serve; throws with the reason where it cannot. */
export type CheckReadiness = () => Promise<void>;

const healthy: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').json({ success: true, data: { status: 'ok' } });
};

/** `/livez`: the process runs. `/readyz`: it can serve requests, else 503 with `Retry-After`. */
export const healthRoutes = (checkReadiness: CheckReadiness): Router => {
  const ready: RequestHandler = async (_req, _res, next) => {
    try {
      await checkReadiness();
    } catch (error) {
      throw new AppError('unavailable', { cause: error });
    }
    next();
  };
  return Router().get('/livez', healthy).get('/readyz', ready, healthy);
};
