import { createHash } from 'node:crypto';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { AttachmentRow } from '../../db/attachments.ts';
import * as attachments from '../../db/attachments.ts';
import type { StagedObject } from '../clients/storage.ts';
import { type Context, inTransaction, type TxContext } from '../context.ts';
import { AppError, orThrow } from '../errors.ts';
import { requireTicket } from './access.ts';
import { type ContentCheck, contentChecks, isCheckedType } from './content.ts';
import { dispositionOf } from './links.ts';
import { shownName, storagePath } from './names.ts';
import { finishRemoval, removalLease } from './removal.ts';

/** A file as it arrives. */
export interface IncomingFile {
  name: string;
  type: string;
  contents: Readable;
  /** Aborted when the upload as a whole has failed. */
  signal: AbortSignal;
}

/** Receives an upload: gives each file to `take` as it arrives, and answers when all of it has. */
export type ReceiveUpload = <T>(
  take: (file: IncomingFile) => Promise<T>,
) => Promise<{ files: T[]; messageId: number | null }>;

/** What an upload was, for comparing it with another: its files' names, types and contents, and its message. */
export type Fingerprint = Readonly<Record<string, unknown>>;

interface Measured {
  name: string;
  type: string;
  size: number;
  sha256: Buffer;
}

interface Taken extends Measured {
  id: number;
  object: StagedObject;
}

// Longer than an upload can take: a body must arrive in 120 s, and storing has its own time-outs.
const leaseMs = 600_000;

const abandonMs = 2_000;

/**
 * Stores the files of an upload, all of them or none, and answers them in the order they came in.
 *
 * @param keep called in the transaction that makes the files ready
 * @throws AppError `ticket-not-found`, `attachment-type-not-allowed`, `invalid-request` without files or with a message that is not
 * of the ticket, `unavailable`; and what receiving throws
 */
export const uploadAttachments = async (
  ctx: Context,
  ticketId: number,
  receive: ReceiveUpload,
  keep?: (tx: TxContext, rows: AttachmentRow[], fingerprint: Fingerprint) => Promise<void>,
): Promise<AttachmentRow[]> => {
  await requireTicket(ctx, ticketId);
  const announced: number[] = [];
  const staged: StagedObject[] = [];
  const take = async (file: IncomingFile): Promise<Taken> => {
    const { name, check } = checkOf(file);
    const path = storagePath(ticketId, name, ctx.now());
    const id = await announce(ctx, { ticketId, name, path, type: file.type });
    announced.push(id);
    const object = await ctx.storage.stage(path);
    staged.push(object);
    const measured = await measure(file, check, object);
    if (!(await check.finish({ size: measured.size, readAt: object.readAt }))) throw refusedType();
    return { ...measured, name, id, object };
  };
  try {
    const { files, messageId } = await receive(take);
    await requireWhole(ctx, ticketId, { files, messageId });
    for (const file of files) {
      await file.object.store({ contentType: file.type, contentDisposition: dispositionOf(file) });
    }
    const makeReady = async ({ db }: Context, { id, size, sha256 }: Taken) =>
      orThrow(await attachments.updateToReady(db, id, { messageId, size, sha256 }), 'unavailable');
    const [only, ...more] = files;
    // One row changes in one statement: a transaction around it would be two more round trips.
    if (only && more.length === 0 && !keep) return [await makeReady(ctx, only)];
    return await inTransaction(ctx, async (tx) => {
      const rows = [];
      for (const file of files) rows.push(await makeReady(tx, file));
      await keep?.(tx, rows, fingerprintOf(files, messageId));
      return rows;
    });
  } catch (error) {
    await Promise.all(staged.map((object) => object.discard()));
    // A storage that hangs must not keep the caller waiting for this as well.
    await Promise.race([abandon(ctx, announced), pause(abandonMs, undefined, { ref: false })]);
    throw error;
  } finally {
    await Promise.all(staged.map((object) => object.discard()));
  }
};

/** Receives an upload without storing it, to tell whether it is the same as another. */
export const fingerprintUpload = async (
  ctx: Context,
  ticketId: number,
  receive: ReceiveUpload,
): Promise<Fingerprint> => {
  await requireTicket(ctx, ticketId);
  const { files, messageId } = await receive((file) => {
    const { check } = checkOf(file);
    return measure(file, check, nowhere);
  });
  return fingerprintOf(files, messageId);
};

const fingerprintOf = (files: readonly Measured[], messageId: number | null): Fingerprint => ({
  messageId,
  files: files.map(({ name, type, size, sha256 }) => [name, type, size, sha256.toString('hex')]),
});

const checkOf = (file: IncomingFile): { name: string; check: ContentCheck } => {
  if (!isCheckedType(file.type)) throw refusedType();
  return { name: shownName(file.name), check: contentChecks[file.type]() };
};

const refusedType = () => new AppError('attachment-type-not-allowed');

const announce = (
  ctx: Context,
  file: { ticketId: number; name: string; path: string; type: string },
): Promise<number> => {
  const now = ctx.now();
  return attachments.insertArriving(ctx.db, {
    ...file,
    uploaderEmail: (ctx.actor.kind === 'person' && ctx.actor.email) || null,
    createdAt: now,
    leaseUntil: new Date(now.getTime() + leaseMs),
  });
};

type Place = Pick<StagedObject, 'write' | 'end'>;

const nowhere: Place = { write: async () => {}, end: async () => {} };

/** Streams a file to its place, checking, counting and hashing on the way. */
const measure = async (file: IncomingFile, check: ContentCheck, to: Place): Promise<Measured> => {
  const hash = createHash('sha256');
  let size = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      if (check.take(chunk)) to.write(chunk).then(() => done(), done);
      else done(refusedType());
    },
  });
  await pipeline(file.contents, sink, { signal: file.signal });
  await to.end();
  return { name: shownName(file.name), type: file.type, size, sha256: hash.digest() };
};

const requireWhole = async (
  ctx: Context,
  ticketId: number,
  { files, messageId }: { files: readonly unknown[]; messageId: number | null },
): Promise<void> => {
  if (files.length === 0) {
    throw new AppError('invalid-request', { detail: 'arquivo é obrigatório' });
  }
  if (messageId !== null && !(await attachments.hasMessage(ctx.db, ticketId, messageId))) {
    throw new AppError('invalid-request', { detail: 'mensagemId não é uma mensagem deste ticket' });
  }
};

/** Takes back what a failed upload announced. What cannot be taken back now, the janitor will. Never throws. */
const abandon = async (ctx: Context, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  try {
    // Only rows that are still arriving: the transaction may have gone through although its answer was lost.
    const rows = await attachments.claimArriving(ctx.db, ids, removalLease(ctx));
    for (const row of rows) await finishRemoval(ctx, row);
  } catch (error) {
    ctx.log.warn({ err: error }, 'could not take back an upload; the janitor will');
  }
};
