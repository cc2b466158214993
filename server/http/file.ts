import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { AppError } from '../errors.ts';

/** A file to answer with. */
export interface FileToSend {
  contentType: string;
  contentDisposition: string;
  size: number;
  /** SHA-256 of the contents. */
  sha256: Buffer;
  /** Opens its bytes, or those from `start` to `end`, both included. */
  open: (range?: { start: number; end: number }) => Promise<Readable>;
}

/** A file's answer: whole, in part, or that the caller has it already. */
export type FileAnswer =
  | { status: 200; body: Readable }
  | { status: 206; body: Readable }
  | { status: 304; body: undefined };

type FileRequest = Pick<Request, 'headers' | 'method' | 'range' | 'log'>;

/**
 * Answers with a file: `Range` and `If-Range` (RFC 9110 §14; several ranges at once get the whole), `If-None-Match`, and headers that
 * keep a browser from doing anything with it but saving it.
 *
 * @throws AppError `range-not-satisfiable`, and what opening the file throws
 */
export const fileAnswer = async (
  req: FileRequest,
  res: Response,
  file: FileToSend,
): Promise<FileAnswer> => {
  const etag = `"${file.sha256.toString('base64url')}"`;
  const headers = {
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
  };
  if (lists(req.headers['if-none-match'], etag)) {
    setHeaders(res, headers);
    return { status: 304, body: undefined };
  }
  const range = rangeOf(req, res, etag, file.size);
  const body = req.method === 'HEAD' ? Readable.from([]) : linked(await file.open(range), req, res);
  setHeaders(res, {
    ...headers,
    'Accept-Ranges': 'bytes',
    'Content-Type': file.contentType,
    'Content-Disposition': file.contentDisposition,
    'Content-Length': range ? range.end - range.start + 1 : file.size,
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
  });
  return range ? { status: 206, body } : { status: 200, body };
};

/** Express adds a charset to the type of a text. */
const setHeaders = (res: Response, headers: Record<string, string | number>): void => {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
};

const lists = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((item) => ['*', etag, `W/${etag}`].includes(item.trim())) ?? false;

const rangeOf = (req: FileRequest, res: Response, etag: string, size: number) => {
  const condition = req.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const [, last] = /^bytes=-(\d+)$/.exec(req.headers.range ?? '') ?? [];
  // RFC 9110 §14.1.3: the end of a file that is shorter is the whole file. The parser finds that it cannot be.
  if (Number(last) >= size && size > 0) return { start: 0, end: size - 1 };
  const ranges = req.range(size, { combine: true });
  if (ranges === -1) {
    res.setHeader('Content-Range', `bytes */${size}`);
    throw new AppError('range-not-satisfiable');
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes') return undefined;
  return ranges.length === 1 ? ranges[0] : undefined;
};

/** Ties a source to its answer: one that fails cuts the answer off, a caller who leaves closes the source. */
const linked = (source: Readable, req: FileRequest, res: Response): Readable => {
  source.once('error', (error) => {
    req.log.error({ err: error }, 'a download broke off');
    res.destroy();
  });
  if (res.closed) source.destroy();
  else res.once('close', () => source.destroy());
  return source;
};
