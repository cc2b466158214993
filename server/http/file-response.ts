import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { AppError } from '../core/errors.ts';
import { hasCurrentCopy } from './conditional.ts';

interface FileToSend {
  contentType: string;
  contentDisposition: string;
  size: number;
  sha256: Buffer;
  /** Opens the contents; `start` and `end` are inclusive. */
  open: (range?: { start: number; end: number }) => Promise<Readable>;
}

export interface SlowestReader {
  idleMs: number;
  /** The minimum average rate after the first `idleMs`. */
  bytesPerSecond: number;
}

const slowestReader: SlowestReader = { idleMs: 30_000, bytesPerSecond: 16_384 };

type FileResponse =
  | { status: 200; body: Readable }
  | { status: 206; body: Readable }
  | { status: 304; body: undefined };

type FileRequest = Pick<Request, 'headers' | 'method' | 'range' | 'log'>;

/** Sends a file for saving, with ranges and conditions of RFC 9110. Throws `range-not-satisfiable`. */
export const fileResponse = async (
  req: FileRequest,
  res: Response,
  file: FileToSend,
  slowest: SlowestReader = slowestReader,
): Promise<FileResponse> => {
  const etag = `"${file.sha256.toString('base64url')}"`;
  const headers = {
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
  };
  if (hasCurrentCopy(req, etag)) {
    setHeaders(res, headers);
    return { status: 304, body: undefined };
  }
  const range = rangeOf(req, res, etag, file.size);
  const length = range ? range.end - range.start + 1 : file.size;
  const body = req.method === 'HEAD' ? Readable.from([]) : linked(await file.open(range), req, res);
  closeSlowReader(res, length, slowest);
  setHeaders(res, {
    ...headers,
    'Accept-Ranges': 'bytes',
    'Content-Type': file.contentType,
    'Content-Disposition': file.contentDisposition,
    'Content-Length': length,
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
  });
  return range ? { status: 206, body } : { status: 200, body };
};

/** Uses Node's `setHeader`, because Express adds a charset to text types. */
const setHeaders = (res: Response, headers: Record<string, string | number>): void => {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
};

const rangeOf = (req: FileRequest, res: Response, etag: string, size: number) => {
  const condition = req.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const [, last] = /^bytes=-(\d+)$/.exec(req.headers.range ?? '') ?? [];
  // RFC 9110 §14.1.3: a suffix longer than the file is the whole file.
  if (Number(last) >= size && size > 0) return { start: 0, end: size - 1 };
  const ranges = req.range(size, { combine: true });
  if (ranges === -1) {
    res.setHeader('Content-Range', `bytes */${size}`);
    throw new AppError('range-not-satisfiable');
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes') return undefined;
  return ranges.length === 1 ? ranges[0] : undefined;
};

/** Destroys the response to a slow reader, which would block the file or the bucket's connection. */
const closeSlowReader = (res: Response, bytes: number, slowest: SlowestReader): void => {
  const close = () => res.destroy();
  res.setTimeout(slowest.idleMs, close);
  const deadline = setTimeout(close, slowest.idleMs + (bytes / slowest.bytesPerSecond) * 1_000);
  res.once('close', () => clearTimeout(deadline));
};

/** Links both ends: a failing source cuts the response off, and a caller who leaves closes the source. */
const linked = (source: Readable, req: FileRequest, res: Response): Readable => {
  source.once('error', (error) => {
    req.log.error({ err: error }, 'download failed');
    res.destroy();
  });
  if (res.closed) source.destroy();
  else res.once('close', () => source.destroy());
  return source;
};
