import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { validateResponse } from '@ts-rest/core';
import compression from 'compression';
import type { Express, Response } from 'express';
import { hasCurrentCopy } from './conditional.ts';

const contentType = 'application/json; charset=utf-8';
const slowReaderMs = 30_000;
const compressedBytes = 1_024;

/** Headers of a response that caches may store. */
export interface JsonHeaders {
  ETag?: string;
  'Cache-Control'?: string;
}

interface JsonOptions {
  headers?: JsonHeaders;
  /** Whether many responses share the JSON. */
  shared?: boolean;
}

/** JSON that is serialised already. A big one comes in pieces. */
export class SerializedJson {
  readonly pieces: readonly Buffer[];
  readonly headers: JsonHeaders | undefined;
  /** The bytes of shared JSON, each as a character: Node writes a string together with the headers. */
  readonly latin1: string | undefined;
  #gzipped: Buffer | undefined;

  constructor(pieces: readonly Buffer[], { headers, shared }: JsonOptions = {}) {
    this.pieces = pieces;
    this.headers = headers;
    this.latin1 = shared ? Buffer.concat(pieces).toString('latin1') : undefined;
  }

  /** The JSON compressed, once for all responses that share it. */
  get gzipped(): Buffer {
    this.#gzipped ??= gzipSync(Buffer.concat(this.pieces));
    return this.#gzipped;
  }
}

// Secrets and texts of others are never compressed together for a cross-site attacker to measure (BREACH): requests carry bearer tokens,
// which browsers do not add by themselves.
const compress = compression({ threshold: compressedBytes, level: 1 });

/**
 * Replaces the application's `res.json`, which costs more than serialising a short body. It also sends {@link SerializedJson}: 304 to a
 * caller who has a current copy.
 *
 * @param strict fails a response that is not exactly what the contract declares: for development and tests
 */
export const replaceJson = (app: Express, { strict }: { strict: boolean }): void => {
  app.response.json = function json(this: Response, body: unknown) {
    if (strict) requireDeclared(this, body);
    if (body instanceof SerializedJson) sendSerialized(this, body);
    else sendJson(this, body);
    return this;
  };
};

/** Sends a value as JSON with the response's status. */
export const sendJson = (res: Response, body: unknown): void => {
  const json = JSON.stringify(body);
  writeHead(res, Buffer.byteLength(json));
  res.end(json);
};

/** In several pieces it is sent no faster than the caller reads, and a caller who stops reading for 30 s is cut off. */
const sendSerialized = (res: Response, json: SerializedJson): void => {
  const { pieces, latin1, headers } = json;
  if (headers?.ETag && hasCurrentCopy(res.req, headers.ETag)) {
    res.writeHead(304, { ...headers }).end();
    return;
  }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (latin1 !== undefined) {
    if (length >= compressedBytes && acceptsGzip(res)) {
      res.vary('Accept-Encoding').set('Content-Encoding', 'gzip');
      res.writeHead(res.statusCode, headersOf(json.gzipped.length, headers)).end(json.gzipped);
    } else {
      res.writeHead(res.statusCode, headersOf(length, headers)).end(latin1, 'latin1');
    }
    return;
  }
  writeHead(res, length, headers);
  const [only, ...more] = pieces;
  if (more.length === 0) {
    res.end(only);
    return;
  }
  res.setTimeout(slowReaderMs, () => res.destroy());
  Readable.from(pieces).pipe(res);
};

/** From 1 KiB on the body is compressed in libuv's threads if the caller accepts it. */
const writeHead = (res: Response, length: number, headers?: JsonHeaders): void => {
  if (length >= compressedBytes && sendsAcceptEncoding(res))
    compress(res.req, res, () => undefined);
  res.writeHead(res.statusCode, headersOf(length, headers));
};

const headersOf = (length: number, headers: JsonHeaders | undefined) => ({
  ...headers,
  'Content-Type': contentType,
  'Content-Length': length,
});

/** Negotiation costs more than the rest of a short response, and programs often send no such header. */
const sendsAcceptEncoding = ({ req }: Response): boolean =>
  req.headers['accept-encoding'] !== undefined;

const acceptsGzip = (res: Response): boolean =>
  sendsAcceptEncoding(res) && res.req.acceptsEncodings('gzip') === 'gzip';

/** Clients are generated from the contract, and a field that it does not declare may be a secret. */
const requireDeclared = ({ req, statusCode }: Response, body: unknown): void => {
  if (!req.tsRestRoute) return;
  const sent =
    body instanceof SerializedJson ? JSON.parse(Buffer.concat(body.pieces).toString()) : body;
  const response = { status: statusCode, body: sent };
  const { body: declared } = validateResponse({ appRoute: req.tsRestRoute, response });
  if (isDeepStrictEqual(declared, sent)) return;
  const { method, path } = req.tsRestRoute;
  throw new Error(`${method} ${path}: the response has fields that are not declared`);
};
