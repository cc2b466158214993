import * as readings from '../../db/inbound/readings.ts';
import type { CheckedContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { inTurn, readingEndsAfterMs, runInWorker } from '../markup/worker.ts';
import type { ReadMail } from './read/mail.ts';
import { maxMailBytes, slicesOf } from './receive/originals.ts';

// An attempt is stored before it begins, so a mail that crashes the worker or the process is read at most
// twice.

const maxAttempts = 2;

/**
 * Reads a mail, or returns why it goes to quarantine.
 * @param key the hash of its bytes
 * @param turn `first` for a mail that has just arrived, `later` for one that an agent views
 * @throws AppError `unavailable` if two attempts to read it began recently and have not ended
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

/** Makes one attempt; returns `lost` if the thread died or was ended. */
const attemptToRead = async (
  ctx: CheckedContext,
  raw: Buffer,
): Promise<ReadMail | undefined | 'lost'> => {
  const { ownAddresses: own, formSenders: forms } = ctx.config.inbound;
  try {
    const input = { raw: await shareBytes(raw), known: { own, forms } };
    // It is the worker's own type, because only `read/worker-tasks.ts` returns it.
    return (await runInWorker(ctx, { file, name: 'readRaw', input })) as ReadMail | undefined;
  } catch (error) {
    ctx.log.warn({ err: error }, 'the thread that read a mail was lost');
    return 'lost';
  }
};

/**
 * Builds in the thread the page of a mail as a mail program shows it.
 * @param signal aborts when nobody waits for the page any more
 * @throws AppError `mail-unreadable` if it cannot be parsed
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

/** Copies the bytes to shared memory, which the thread reads without another copy. */
const shareBytes = async (raw: Buffer): Promise<Uint8Array> => {
  const shared = new Uint8Array(new SharedArrayBuffer(raw.length));
  let at = 0;
  for await (const slice of slicesOf(raw)) {
    shared.set(slice, at);
    at += slice.length;
  }
  return shared;
};
