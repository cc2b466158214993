import { type RequestHandler, Router } from 'express';
import { AppError } from '../core/errors.ts';
import { build } from '../telemetry/build-info.ts';
import { type Declared, free } from './admission/gate.ts';
import { failureBody, retryAfterSeconds } from './failures.ts';

/** Throws if the process cannot serve. */
export type CheckReadiness = () => Promise<'ready' | 'stopping'>;

const respond = (data: object): Declared =>
  free((_req, res) => {
    res.set('Cache-Control', 'no-store').json({ success: true, data });
  });

const shareMs = 1_000;

/** Shares one outcome among calls within a second, even while the work is in flight. */
export const shareForASecond = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let shared: { outcome: Promise<T>; startedAt: number } | undefined;
  return () => {
    const now = performance.now();
    if (!shared || now - shared.startedAt > shareMs) shared = { outcome: work(), startedAt: now };
    return shared.outcome;
  };
};

/** Serves `/livez` (the process runs) and `/readyz` (it can serve; otherwise 503 with `Retry-After`). */
export const healthRoutes = (checkReadiness: CheckReadiness): Router => {
  const ready: RequestHandler = async (_req, res, next) => {
    const state = await checkReadiness().catch((error: unknown) => {
      throw new AppError('unavailable', { cause: error });
    });
    if (state === 'ready') return next();
    res
      .status(503)
      .set({ 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) })
      .set('X-Error-Code', 'unavailable')
      .json(failureBody(new AppError('unavailable'), undefined));
  };
  return Router()
    .get('/livez', respond({ status: 'ok', ...build }))
    .get('/readyz', free(ready), respond({ status: 'ok' }));
};
