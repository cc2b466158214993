import type { Request } from 'express';

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

/** The headers of a response that may be cached. */
export const cachingHeaders = ({ etag, control }: Caching) => ({
  ETag: etag,
  'Cache-Control': control,
});
