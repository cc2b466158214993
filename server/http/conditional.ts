import type { Request, Response } from 'express';

/** How clients and proxies may cache a response. */
export interface Caching {
  etag: string;
  /** The value of `Cache-Control`. */
  control: string;
}

/** The entity tag of what was loaded at a moment; weak, because parts that tell its age may differ. */
export const weakTagOf = (loadedAt: Date): string => `W/"${loadedAt.getTime().toString(36)}"`;

/** Whether the caller's `If-None-Match` lists the entity tag (weak comparison, RFC 9110 §8.8.3.2). */
export const hasCurrentCopy = (req: Pick<Request, 'headers'>, etag: string): boolean => {
  const given = req.headers['if-none-match'];
  if (given === undefined) return false;
  const wanted = opaque(etag);
  return given.split(',').some((item) => item.trim() === '*' || opaque(item.trim()) === wanted);
};

const opaque = (etag: string): string => etag.replace(/^W\//, '');

/** Sets the caching headers; sends 304 and returns true if the caller has a current copy. */
export const sendNotModified = (
  req: Request,
  res: Response,
  { etag, control }: Caching,
): boolean => {
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', control);
  if (!hasCurrentCopy(req, etag)) return false;
  res.status(304).end();
  return true;
};
