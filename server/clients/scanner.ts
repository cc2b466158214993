import { addAbortListener, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import type { ScannerLocation } from '../config/value-schemas.ts';
import { AppError } from '../core/errors.ts';

/** `signature` names the malware. */
export type ScanResult = { infected: false } | { infected: true; signature: string };

export interface Scanner {
  /**
   * Scans contents; `timeoutMs` includes the wait in the queue.
   * @throws AppError `unavailable` if the scanner is unreachable, too slow or cannot scan the contents
   */
  scan: (contents: AsyncIterable<Buffer>, timeoutMs: number) => Promise<ScanResult>;
}

const connectMs = 2_000;
// The number is below clamd's `MaxThreads` (10 by default), which several processes share.
const scansAtOnce = 4;
const maxReplyBytes = 4_096;

/** Opens a client that sends clamd's `INSTREAM` command, one connection for each scan. */
export const openScanner = (location: ScannerLocation): Scanner => {
  const queue = pLimit(scansAtOnce);
  return {
    scan: async (contents, timeoutMs) => {
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        return await queue(async () => {
          deadline.throwIfAborted();
          return parseReply(await sendStream(location, contents, deadline));
        });
      } catch (cause) {
        throw cause instanceof AppError ? cause : new AppError('unavailable', { cause });
      }
    },
  };
};

const sendStream = async (
  location: ScannerLocation,
  contents: AsyncIterable<Buffer>,
  deadline: AbortSignal,
): Promise<string> => {
  const socket = connect(location);
  // Destroying a socket emits an error; the code that awaits the socket reports it.
  socket.on('error', () => undefined);
  const timeout = addAbortListener(deadline, () => socket.destroy(new Error('timed out')));
  socket.setTimeout(connectMs, () => socket.destroy(new Error('connecting timed out')));
  try {
    await once(socket, 'connect');
    socket.setTimeout(0);
    const reply = readReply(socket);
    const sent = pipeline(Readable.from(framesOf(contents)), socket, { end: false });
    // A scanner that refuses the stream replies early, and the rest is not sent.
    const early = Promise.race([sent, reply]);
    for (const promise of [sent, reply]) promise.catch(() => undefined);
    await early;
    return await reply;
  } finally {
    timeout[Symbol.dispose]();
    socket.destroy();
  }
};

/** Yields each chunk after its length; a length of zero ends the contents. */
async function* framesOf(contents: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of contents) {
    if (chunk.length > 0) yield Buffer.concat([lengthOf(chunk.length), chunk]);
  }
  yield lengthOf(0);
}

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
};

/** Reads the reply, which a zero byte ends. */
const readReply = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let reply = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      reply = Buffer.concat([reply, chunk]);
      const end = reply.indexOf(0);
      if (end >= 0) resolve(reply.toString('utf8', 0, end));
      else if (reply.length > maxReplyBytes) reject(new Error('the reply is too long'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the scanner closed the connection')));
  });

const parseReply = (reply: string): ScanResult => {
  if (reply === 'stream: OK') return { infected: false };
  const [, signature] = /^stream: (.{1,200}) FOUND$/.exec(reply) ?? [];
  if (signature !== undefined) return { infected: true, signature };
  throw new Error(`the scanner replied ${JSON.stringify(reply.slice(0, 200))}`);
};
