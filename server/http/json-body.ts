import { Readable } from 'node:stream';
import compression from 'compression';
import type { Request, Response } from 'express';

const contentType = 'application/json; charset=utf-8';
const slowReaderMs = 30_000;
const compressedBytes = 32_768;

/** JSON of a `T` that is serialised already. A big one comes in pieces. */
export class SerializedJson<T = unknown> {
  /** Only for the compiler: what the JSON holds. */
  declare readonly holds: T;
  readonly pieces: readonly Buffer[];
  /** The bytes of JSON that many responses share, each as a character: Node writes a string together with the headers. */
  readonly latin1: string | undefined;

  constructor(pieces: readonly Buffer[], { shared = false } = {}) {
    this.pieces = pieces;
    this.latin1 = shared ? Buffer.concat(pieces).toString('latin1') : undefined;
  }
}

/** The beginning of a response. */
interface Head {
  status: number;
  /** Beside those of the body. */
  headers: Record<string, string> | undefined;
}

/**
 * Sends a value as JSON. Node alone: Express's `res.json` costs more than serialising a short body. As a string, which Node writes
 * together with the headers.
 */
export const sendJson = (res: Response, { status, headers }: Head, body: unknown): void => {
  const json = JSON.stringify(body);
  res.writeHead(status, {
    ...headers,
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(json),
  });
  res.end(json);
};

// A smaller body costs more processor time than it saves on the wire. Secrets and texts of others are never compressed together for a
// cross-site attacker to measure (BREACH): requests carry bearer tokens, which browsers do not add by themselves.
const compress = compression({ threshold: compressedBytes, level: 1 });

/**
 * Sends serialised JSON. From 32 KiB on it is compressed in libuv's threads if the caller accepts it. In several pieces it is sent
 * no faster than the caller reads, and a caller who stops reading for 30 s is cut off.
 */
export const sendSerialized = (
  req: Request,
  res: Response,
  { status, headers }: Head,
  { pieces, latin1 }: SerializedJson,
): void => {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length >= compressedBytes) compress(req, res, () => undefined);
  res.writeHead(status, { ...headers, 'Content-Type': contentType, 'Content-Length': length });
  if (latin1 !== undefined) {
    res.end(latin1, 'latin1');
    return;
  }
  const [only, ...more] = pieces;
  if (more.length === 0) {
    res.end(only);
    return;
  }
  res.setTimeout(slowReaderMs, () => res.destroy());
  Readable.from(pieces).pipe(res);
};
