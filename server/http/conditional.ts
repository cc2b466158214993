import type { Request } from 'express';

/** Compares `If-None-Match` weakly (RFC 9110 §8.8.3.2). */
export const hasCurrentCopy = (req: Pick<Request, 'headers'>, etag: string): boolean => {
  const given = req.headers['if-none-match'];
  if (given === undefined) return false;
  const wanted = opaque(etag);
  return given.split(',').some((item) => item.trim() === '*' || opaque(item.trim()) === wanted);
};

const opaque = (etag: string): string => etag.replace(/^W\//, '');
