import type { ServerResponse } from 'node:http';

const asciiOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]+/g, '_');

/** A file's headers. A browser may only save it. */
export const downloadHeaders = ({
  name,
  type,
  size,
  sha256,
}: {
  name: string;
  type: string;
  size: number;
  sha256: Buffer;
}): Record<string, string> => ({
  etag: `"${sha256.toString('base64url')}"`,
  'cache-control': 'private, no-cache',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
  'content-type': type,
  'content-disposition': `attachment; filename="${asciiOf(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  'content-length': String(size),
});

const idleMs = 30_000;
const slowestBytesPerSecond = 16_384;

/** Closes the connection of a client that reads nothing for 30 s, or less than 16 KiB a second. */
export const limitSlowReader = (response: ServerResponse, bytes: number): void => {
  const close = () => response.destroy();
  response.setTimeout(idleMs, close);
  const deadline = setTimeout(close, idleMs + (bytes / slowestBytesPerSecond) * 1_000);
  response.once('close', () => clearTimeout(deadline));
};
