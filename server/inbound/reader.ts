import { setFlagsFromString } from 'node:v8';
import pLimit from 'p-limit';
import { Tinypool } from 'tinypool';
import * as readings from '../../db/inbound/readings.ts';
import { type CheckedContext, perService } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { ReadMail } from './read/mail.ts';
import { maxMailBytes, slicesOf } from './receive/bytes.ts';

// A mail is read in a thread that can be ended, one mail at a time in a process. An attempt is
// stored before it begins: what a mail does to the thread or to the whole process it does twice at
// most.

const limitMs = 20_000;
const maxAttempts = 2;
/** An attempt has ended by then; if it is still stored, its process is dead. */
const attemptEndsAfterMs = 3 * limitMs;
const idleMs = 30_000;

const threads = perService(() => {
  // A limit for the whole process would replace the thread's. This process keeps the one it began
  // with.
  setFlagsFromString('--max-old-space-size=0');
  const pool = new Tinypool({
    filename: new URL('./read/thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    // Bounds the heap of JavaScript; buffers are bounded by the size of a mail.
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
    env: {},
  });
  // An error between two mails: the next one gets a new thread.
  pool.on('error', () => {});
  return { pool, oneAtATime: pLimit(1) };
});

/**
 * Reads a mail, or returns why it goes to quarantine.
 *
 * @param key the hash of its bytes
 * @throws AppError `unavailable` if two attempts to read it began a short while ago and have not
 * ended
 */
export const readInThread = async (
  ctx: CheckedContext,
  raw: Buffer,
  key: string,
): Promise<ReadMail | 'too-large' | 'unreadable'> => {
  if (raw.length > maxMailBytes) return 'too-large';
  return threads(ctx).oneAtATime(async () => {
    let attempt = await readings.startReading(ctx.db, key, maxAttempts);
    if (attempt === undefined && (await readings.isBeingRead(ctx.db, key, attemptEndsAfterMs))) {
      throw new AppError('unavailable');
    }
    while (attempt !== undefined) {
      const mail = await attemptToRead(ctx, raw);
      if (mail !== 'lost') {
        await readings.endReading(ctx.db, key);
        return mail ?? 'unreadable';
      }
      attempt = await readings.startReading(ctx.db, key, maxAttempts);
    }
    await readings.endReading(ctx.db, key);
    return 'unreadable';
  });
};

/** One attempt; `lost` if the thread died or was ended. */
const attemptToRead = async (
  ctx: CheckedContext,
  raw: Buffer,
): Promise<ReadMail | undefined | 'lost'> => {
  try {
    return await runInThread(ctx, raw, 'default');
  } catch (error) {
    ctx.log.warn({ err: error }, 'the thread that read a mail was lost');
    return 'lost';
  }
};

const runInThread = async (ctx: CheckedContext, raw: Buffer, name: 'default' | 'showOriginal') => {
  const { ownAddresses: own, formSenders: forms } = ctx.config.inbound;
  const task = { raw: await shareBytes(raw), known: { own, forms } };
  return threads(ctx).pool.run(task, { name, signal: AbortSignal.timeout(limitMs) });
};

/**
 * The page of a mail as its program shows it, made in the thread.
 *
 * @throws AppError `mail-unreadable` if nothing can be made of it
 */
export const showInThread = (ctx: CheckedContext, raw: Buffer): Promise<string> =>
  threads(ctx).oneAtATime(async () => {
    let page: unknown;
    try {
      page = await runInThread(ctx, raw, 'showOriginal');
    } catch (error) {
      ctx.log.warn({ err: error }, 'the thread that showed a mail was lost');
    }
    if (typeof page !== 'string') throw new AppError('mail-unreadable');
    return page;
  });

/** The bytes where the thread sees them too: passing them on copies nothing. */
const shareBytes = async (raw: Buffer): Promise<Uint8Array> => {
  const shared = new Uint8Array(new SharedArrayBuffer(raw.length));
  let at = 0;
  for await (const slice of slicesOf(raw)) {
    shared.set(slice, at);
    at += slice.length;
  }
  return shared;
};
