import { addAbortListener, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import type { ScannerLocation } from '../config/values.ts';
import { AppError } from '../core/errors.ts';

/** What a scanner found; `signature` names the malware. */
export type Verdict = { infected: false } | { infected: true; signature: string };

/** Scans contents for malware. */
export interface Scanner {
  /**
   * Scans contents.
   *
   * @param timeoutMs the most that a scan takes, including the wait for its turn
   * @throws AppError `unavailable` if the scanner cannot be reached, is too slow, or cannot scan
   * these contents
   */
  scan: (contents: AsyncIterable<Buffer>, timeoutMs: number) => Promise<Verdict>;
}

const connectMs = 2_000;
// Fewer than the threads of clamd (`MaxThreads`, 10 by default), which several processes share.
const scansAtOnce = 4;
const maxReplyBytes = 4_096;

/**
 * A client of clamd, the ClamAV daemon, with its `INSTREAM` command. One connection a scan; nothing
 * is sent until there is one.
 */
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
  // Destroying a socket emits an error, which the code that awaits the socket reports.
  socket.on('error', () => undefined);
  const timeout = addAbortListener(deadline, () => socket.destroy(new Error('timed out')));
  socket.setTimeout(connectMs, () => socket.destroy(new Error('connecting timed out')));
  try {
    await once(socket, 'connect');
    socket.setTimeout(0);
    const reply = readReply(socket);
    const sent = pipeline(Readable.from(framesOf(contents)), socket, { end: false });
    // The reply comes early if the scanner refuses the stream; the rest is not sent then.
    const early = Promise.race([sent, reply]);
    for (const promise of [sent, reply]) promise.catch(() => undefined);
    await early;
    return await reply;
  } finally {
    timeout[Symbol.dispose]();
    socket.destroy();
  }
};

/** The command, then the contents in chunks, each behind its length; a length of zero ends them. */
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

/** The bytes up to the zero byte that ends a reply. */
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

const parseReply = (reply: string): Verdict => {
  if (reply === 'stream: OK') return { infected: false };
  const [, signature] = /^stream: (.{1,200}) FOUND$/.exec(reply) ?? [];
  if (signature !== undefined) return { infected: true, signature };
  throw new Error(`the scanner replied ${JSON.stringify(reply.slice(0, 200))}`);
};
