import type { Request, RequestHandler, Response } from 'express';

/** Runs Express middleware outside of its chain. Resolves once it calls `next`, rejects with what it passes on or throws. */
export const runMiddleware = (
  middleware: RequestHandler,
  req: Request,
  res: Response,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const running: unknown = middleware(req, res, (error?: unknown) => {
      if (error) reject(error);
      else resolve();
    });
    if (running instanceof Promise) running.catch(reject);
  });
