import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { violatedConstraint } from '../../../db/connection/errors.ts';
import type { OriginalRow } from '../../../db/inbound/originals.ts';
import * as originals from '../../../db/inbound/originals.ts';
import type { DownloadHeaders } from '../../clients/storage.ts';
import { civilDayOf, hourMs } from '../../core/civil-time.ts';
import {
  type CheckedContext,
  type Context,
  onlyService,
  type TxContext,
} from '../../core/context.ts';
import { orThrow } from '../../core/errors.ts';

/** The maximum of originals of automatic mails and of their bytes, because strangers send them. */
export const automaticLimit = { mails: 10_000, bytes: 512 * 1_048_576 };

/** Longer than the time from a mail's arrival to its row. */
const orphanAfterMs = hourMs;
const rowsAtOnce = 100;

export interface Original {
  id: number;
  hash: string;
}

/**
 * Stores the source of a mail, once however often the mail arrives. If the mail is not stored, the job
 * `remove-originals` removes the source after an hour.
 * @throws AppError `unavailable`
 */
export const keepOriginal = async (ctx: CheckedContext, raw: Buffer): Promise<Original> => {
  const hash = await hashKey(raw);
  const known = await originals.touchOriginal(ctx.db, hash);
  if (known) return { id: known.id, hash };
  const path = `inbound/${civilDayOf(ctx.now())}/${randomUUID()}.eml`;
  const headers = { contentType: 'message/rfc822', contentDisposition: 'attachment' };
  const id = await storeObject(ctx, { hash, path, contents: raw, ...headers });
  try {
    await originals.updateToStored(ctx.db, id);
    return { id, hash };
  } catch (error) {
    if (violatedConstraint(error) !== 'inbound_originals_hash_idx') throw error;
    // Another process has stored the same mail meanwhile.
    await originals.dropOriginals(ctx.db, [id]);
    const other = orThrow(await originals.touchOriginal(ctx.db, hash), 'unavailable');
    return { id: other.id, hash };
  }
};

/**
 * Stores an object together with a row, by which an unused object is removed later. Returns the row's id.
 * @throws AppError `unavailable`
 */
export const storeObject = async (
  ctx: CheckedContext,
  object: DownloadHeaders & { hash: string; path: string; contents: Uint8Array },
): Promise<number> => {
  const { hash, path, contents, contentType, contentDisposition } = object;
  const id = await originals.insertOriginal(ctx.db, { hash, path, bytes: contents.length });
  const staged = await ctx.storage.stage(path);
  try {
    for await (const slice of slicesOf(contents)) await staged.write(slice);
    await staged.end();
    await staged.store({ contentType, contentDisposition });
  } finally {
    await staged.discard();
  }
  return id;
};

/**
 * Records whether a person wrote a mail; deletes the oldest originals of automatic mails if there are too
 * many.
 */
export const classifyOriginal = async (
  tx: TxContext,
  { id }: Original,
  { automatic }: { automatic: boolean },
): Promise<void> => {
  await originals.updateAutomatic(tx.db, id, automatic);
  if (!automatic) return;
  const dropped = await originals.dropOldestAutomatic(tx.db, automaticLimit);
  if (dropped > 0) tx.log.warn({ mails: dropped }, 'the oldest originals of automatic mails go');
};

/** Reads the source of a mail. @throws AppError `unavailable` */
export const readOriginal = async (
  ctx: CheckedContext,
  { path }: Pick<OriginalRow, 'path'>,
): Promise<Buffer> => buffer(await ctx.storage.read(path));

/** Reads the source of a mail as text; null if it was deleted. */
export const readSource = async (ctx: CheckedContext, path: string): Promise<string | null> => {
  try {
    return (await readOriginal(ctx, { path })).toString();
  } catch (error) {
    ctx.log.warn({ err: error }, 'the original of a mail cannot be read');
    return null;
  }
};

/**
 * Removes the originals that no mail refers to. Those that cannot be removed now are left for the next run.
 */
export const removeOriginals = async (ctx: Context, signal: AbortSignal): Promise<number> => {
  onlyService(ctx);
  await originals.dropOrphans(ctx.db, orphanAfterMs);
  return removeUnwanted(ctx, signal);
};

/** Removes marked originals as far as the storage allows, and returns how many. */
export const removeUnwanted = async (
  ctx: CheckedContext,
  signal?: AbortSignal,
): Promise<number> => {
  for (let removed = 0; ; ) {
    const rows = await originals.listUnwanted(ctx.db, rowsAtOnce);
    for (const { id, path, stored } of rows) {
      if (signal?.aborted) return removed;
      try {
        await ctx.storage.remove(path, { whole: stored });
      } catch (error) {
        ctx.log.warn({ err: error, original: id }, 'could not remove the original of a mail');
        return removed;
      }
      await originals.deleteOriginal(ctx.db, id);
      removed += 1;
    }
    if (rows.length < rowsAtOnce) return removed;
  }
};

/** The size of the largest mail that is read, in bytes. */
export const maxMailBytes = 40 * 1_048_576;

const sliceBytes = 1_048_576;

/** Yields slices in separate turns, because 40 MiB take too long for one turn of the event loop. */
export async function* slicesOf(raw: Uint8Array): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  for (let at = 0; at < raw.length; at += sliceBytes) {
    yield bytes.subarray(at, at + sliceBytes);
    await setImmediate();
  }
}

/** Hashes a mail's bytes, which gives its key. */
export const hashKey = async (raw: Buffer): Promise<string> => {
  const hash = createHash('sha256');
  for await (const slice of slicesOf(raw)) hash.update(slice);
  return `sha256:${hash.digest('hex')}`;
};
