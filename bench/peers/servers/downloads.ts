import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { refusals } from './refusal.ts';

const asciiOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]+/g, '_');

/** A file's status and headers, and the bytes to send: none to a client that has it, the range that it asked for, or all. */
export const downloadOf = (
  request: IncomingHttpHeaders,
  { name, type, size, sha256 }: { name: string; type: string; size: number; sha256: Buffer },
): Download => {
  const etag = `"${sha256.toString('base64url')}"`;
  // A browser may only save the file.
  const headers: Record<string, string> = {
    etag,
    'cache-control': 'private, no-cache',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
  const known = request['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(etag) || known?.includes('*')) {
    return { status: 304, start: 0, end: 0, headers };
  }
  const { start, end, isPart } = rangeOf(request, etag, size);
  return {
    status: isPart ? 206 : 200,
    start,
    end,
    headers: {
      ...headers,
      'accept-ranges': 'bytes',
      'content-type': type,
      'content-disposition': `attachment; filename="${asciiOf(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'content-length': String(end - start + 1),
      ...(isPart && { 'content-range': `bytes ${start}-${end}/${size}` }),
    },
  };
};

interface Download {
  status: 200 | 206 | 304;
  start: number;
  end: number;
  headers: Record<string, string>;
}

const rangeOf = (request: IncomingHttpHeaders, etag: string, size: number) => {
  const { range, 'if-range': ifRange } = request;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== etag)) {
    return { start: 0, end: size - 1, isPart: false };
  }
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) throw refusals.range();
  return { start, end, isPart: true };
};

const idleMs = 30_000;
const slowestBytesPerSecond = 16_384;

/** Closes the connection of a client that reads nothing for 30 s, or less than 16 KiB a second on average. */
export const limitSlowReader = (response: ServerResponse, bytes: number): void => {
  const close = () => response.destroy();
  response.setTimeout(idleMs, close);
  const deadline = setTimeout(close, idleMs + (bytes / slowestBytesPerSecond) * 1_000);
  response.once('close', () => clearTimeout(deadline));
};
