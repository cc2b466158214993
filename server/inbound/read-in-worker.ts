import * as readings from '../../db/inbound/readings.ts';
import type { CheckedContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { inTurn, readingEndsAfterMs, runInWorker } from '../markup/worker.ts';
import type { ReadMail } from './read/mail.ts';
import { maxMailBytes, slicesOf } from './receive/originals.ts';

// An attempt is stored before it begins: a mail that crashes the worker or the process is read at most
// twice.

const maxAttempts = 2;

/**
 * Reads a mail, or returns why it goes to quarantine.
 *
 * @param key the hash of its bytes
 * @param turn `first` for one that has arrived, `later` for one that somebody looks at
 * @throws AppError `unavailable` if two attempts to read it began a short while ago and have not
 * ended
 */
export const readInWorker = async (
  ctx: CheckedContext,
  raw: Buffer,
  key: string,
  turn: 'first' | 'later' = 'first',
): Promise<ReadMail | 'too-large' | 'unreadable'> => {
  if (raw.length > maxMailBytes) return 'too-large';
  return inTurn(ctx, turn, async () => {
    let attempt = await readings.startReading(ctx.db, key, maxAttempts);
    if (attempt === undefined && (await readings.isBeingRead(ctx.db, key, readingEndsAfterMs))) {
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
  const { ownAddresses: own, formSenders: forms } = ctx.config.inbound;
  try {
    const input = { raw: await shareBytes(raw), known: { own, forms } };
    // The worker's own type: only `read/worker-tasks.ts` returns it.
    return (await runInWorker(ctx, { file, name: 'readRaw', input })) as ReadMail | undefined;
  } catch (error) {
    ctx.log.warn({ err: error }, 'the thread that read a mail was lost');
    return 'lost';
  }
};

/**
 * The page of a mail as its program shows it, made in the thread.
 *
 * @param signal aborts when nobody waits for the page any more
 * @throws AppError `mail-unreadable` if nothing can be made of it
 */
export const showInWorker = (
  ctx: CheckedContext,
  raw: Buffer,
  signal: AbortSignal,
): Promise<string> =>
  inTurn(ctx, 'later', async () => {
    signal.throwIfAborted();
    let page: unknown;
    try {
      const input = { raw: await shareBytes(raw) };
      page = await runInWorker(ctx, { file, name: 'showOriginal', input }, signal);
    } catch (error) {
      signal.throwIfAborted();
      ctx.log.warn({ err: error }, 'the thread that showed a mail was lost');
    }
    if (typeof page !== 'string') throw new AppError('mail-unreadable');
    return page;
  });

const file = new URL('./read/worker-tasks.ts', import.meta.url);

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
