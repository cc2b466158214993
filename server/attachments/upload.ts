import { createHash } from 'node:crypto';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { maxAttachmentBytes } from '../../contract/constants.ts';
import type { AttachmentRow } from '../../db/attachments/attachments.ts';
import * as attachments from '../../db/attachments/attachments.ts';
import * as deletions from '../../db/attachments/deletions.ts';
import { violatedConstraint } from '../../db/connection/errors.ts';
import { recordAct } from '../audit/service.ts';
import type { StagedObject } from '../clients/storage.ts';
import { abortable } from '../core/abortable.ts';
import {
  type CheckedContext,
  type Context,
  hasRole,
  inTransaction,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { readerOf, requireTicket } from './access.ts';
import { contentType } from './checks/content.ts';
import { possibleTypes } from './checks/file-types.ts';
import { judgeInWorker } from './checks/judge-in-worker.ts';
import { displayName, refuseRunnable, storagePath } from './checks/names.ts';
import { deletionLeaseMs, finishDeletion } from './deletion.ts';
import { dispositionOf } from './links.ts';
import { scanUpload } from './scan.ts';

export interface IncomingFile {
  name: string;
  type: string;
  contents: Readable;
  /** Aborted when the upload fails. */
  signal: AbortSignal;
}

/** Passes each file to `take` as it arrives; resolves after the whole upload is received. */
export type ReceiveUpload = <T>(
  take: (file: IncomingFile) => Promise<T>,
) => Promise<{ files: T[]; messageId: number | null }>;

/** Identifies an upload by its message and its files' names, types and contents. */
type Fingerprint = Readonly<Record<string, unknown>>;

interface Measured {
  name: string;
  declaredType: string;
  size: number;
  sha256: Buffer;
}

interface ReceivedFile extends Measured {
  id: number;
  type: string;
  object: StagedObject;
  /** Milliseconds until the next scan; undefined if the file is clean. */
  scanInMs: number | undefined;
}

// The lease is longer than an upload: a body must arrive within 120 s, and storing has its own timeouts.
const leaseMs = 600_000;
const rollBackMs = 2_000;

/**
 * Stores the files of an upload, all or none. If the ticket is merged meanwhile, they go to the ticket that
 * remains.
 * @param onReady called in the transaction that makes the files ready or quarantined
 * @throws AppError `ticket-not-found`, `ticket-merged`, `ticket-closed`, `attachment-type-not-allowed`,
 * `attachment-infected`, `too-many-attachments`, `attachment-quota-exceeded`, `invalid-request`,
 * `unavailable`; and what `receive` throws
 */
export const uploadAttachments = async (
  ctx: Context,
  ticketId: number,
  receive: ReceiveUpload,
  onReady?: (tx: TxContext, rows: AttachmentRow[], fingerprint: Fingerprint) => Promise<void>,
): Promise<AttachmentRow[]> => {
  requireRole(ctx, 'reader');
  const { mergedInto } = await requireTicket(ctx, ticketId);
  if (mergedInto !== null) throw new AppError('ticket-merged');
  const pending: number[] = [];
  const staged: StagedObject[] = [];
  const begun: IncomingFile[] = [];
  const refused: IncomingFile[] = [];
  const take = (file: IncomingFile): Promise<ReceivedFile> => {
    begun.push(file);
    return receiveFile(file).catch((error) => {
      refused.push(file);
      throw error;
    });
  };
  const receiveFile = async (file: IncomingFile): Promise<ReceivedFile> => {
    const name = allowedName(file);
    const path = storagePath(ticketId, name, ctx.now());
    const id = await insertPending(ctx, { ticketId, name, path, type: file.type });
    pending.push(id);
    const object = await ctx.storage.stage(path);
    staged.push(object);
    const measured = await measure(file, object);
    const complete = { size: measured.size, readAt: object.readAt };
    const declared = { name, declared: file.type };
    const type = await contentType(complete, declared, judgeInWorker(ctx, file.signal));
    if (type === undefined) throw typeNotAllowed();
    if (measured.size === 0) throw emptyFile();
    const scanInMs = await scanUpload(ctx, { attachment: id, file: complete });
    return { ...measured, name, type, id, object, scanInMs };
  };
  try {
    const { files, messageId } = await receive(take);
    await requireValidForm(ctx, ticketId, { files, messageId });
    for (const file of files) {
      await file.object.store({ contentType: file.type, contentDisposition: dispositionOf(file) });
    }
    const makeStored = async (tx: TxContext, file: ReceivedFile) => {
      const { id, type, size, sha256, scanInMs } = file;
      const object = { messageId, type, size, sha256, scanInMs, held: false, inline: false };
      return markStored(tx, { id, ticketId }, object);
    };
    return await inTransaction(ctx, async (tx) => {
      const rows = [];
      for (const file of files) rows.push(await makeStored(tx, file));
      await onReady?.(tx, rows, fingerprintOf(files, messageId));
      return rows;
    });
  } catch (error) {
    await Promise.all(staged.map((object) => object.discard()));
    // The caller does not wait for a hanging storage.
    await abortable(rollBack(ctx, pending), AbortSignal.timeout(rollBackMs)).catch(() => undefined);
    // The message was undone meanwhile.
    if (violatedConstraint(error) === 'attachments_message_id_fkey') throw unknownMessage();
    throw begun.length > 1 ? withName(error, refused[0]) : error;
  } finally {
    await Promise.all(staged.map((object) => object.discard()));
  }
};

/** Makes a file ready or quarantined. @throws AppError `unavailable` if the janitor claimed its row */
export const markStored = async (
  tx: TxContext,
  { id, ticketId }: { id: number; ticketId: number },
  object: Parameters<typeof attachments.updateToStored>[2],
): Promise<AttachmentRow> => {
  const row = await attachments.updateToStored(tx.db, id, object);
  await recordAct(tx, {
    action: 'attachments.upload',
    target: `attachment:${id}`,
    changes: [{ field: 'ticketId', after: ticketId }],
  });
  return orThrow(row, 'unavailable');
};

const withName = (error: unknown, file: IncomingFile | undefined): unknown =>
  file && error instanceof AppError && isAboutFile.has(error.code)
    ? new AppError(error.code, { detail: displayName(file.name), cause: error })
    : error;

const isAboutFile = new Set<string>(['attachment-type-not-allowed', 'attachment-infected']);

/** Receives an upload without storing it, and returns its fingerprint. */
export const fingerprintUpload = async (
  ctx: Context,
  ticketId: number,
  receive: ReceiveUpload,
): Promise<Fingerprint> => {
  requireRole(ctx, 'reader');
  await requireTicket(ctx, ticketId);
  const { files, messageId } = await receive((file) => {
    allowedName(file);
    return measure(file, discardBytes);
  });
  return fingerprintOf(files, messageId);
};

const fingerprintOf = (files: readonly Measured[], messageId: number | null): Fingerprint => ({
  messageId,
  files: files.map(({ name, declaredType, size, sha256 }) => [
    name,
    declaredType,
    size,
    sha256.toString('hex'),
  ]),
});

/** Returns the name of a file whose name and declared type are allowed. */
const allowedName = (file: IncomingFile): string => {
  const name = displayName(file.name);
  refuseRunnable(name);
  if (possibleTypes(file.type).length === 0) throw typeNotAllowed();
  return name;
};

const emptyFile = () => new AppError('invalid-request', { detail: 'arquivo não pode estar vazio' });

const typeNotAllowed = () => new AppError('attachment-type-not-allowed');

/** Inserts the row of a file that is not stored yet. @throws AppError if a quota refuses it */
export const insertPending = async (
  ctx: CheckedContext,
  file: { ticketId: number; name: string; path: string; type: string },
): Promise<number> => {
  const inserted = await attachments.insertPending(
    ctx.db,
    {
      ...file,
      uploaderEmail: (ctx.actor.kind === 'person' && ctx.actor.email) || null,
      createdAt: ctx.now(),
      leaseMs,
    },
    {
      perTicket: ctx.config.attachments.perTicket,
      // Agents have no daily limit, because they handle other people's files.
      bytesPerDay: hasRole(ctx.actor, 'agent')
        ? undefined
        : ctx.config.attachments.bytesPerPersonPerDay,
      largestBytes: maxAttachmentBytes,
    },
  );
  if ('id' in inserted) return inserted.id;
  throw new AppError(refusals[inserted.refusal]);
};

const refusals = {
  erased: 'ticket-closed',
  ticket: 'too-many-attachments',
  person: 'attachment-quota-exceeded',
} as const;

type Place = Pick<StagedObject, 'write' | 'end'>;

const discardBytes: Place = { write: async () => {}, end: async () => {} };

/** Streams a file to the storage while counting and hashing it. */
const measure = async (file: IncomingFile, to: Place): Promise<Measured> => {
  const hash = createHash('sha256');
  let size = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      to.write(chunk).then(() => done(), done);
    },
  });
  await pipeline(file.contents, sink, { signal: file.signal });
  await to.end();
  return { name: displayName(file.name), declaredType: file.type, size, sha256: hash.digest() };
};

const requireValidForm = async (
  ctx: CheckedContext,
  ticketId: number,
  { files, messageId }: { files: readonly unknown[]; messageId: number | null },
): Promise<void> => {
  if (files.length === 0) {
    throw new AppError('invalid-request', { detail: 'arquivo é obrigatório' });
  }
  if (messageId === null) return;
  const place = { ticketId, messageId, reader: readerOf(ctx.actor) };
  if (!(await attachments.hasMessage(ctx.db, place))) throw unknownMessage();
};

const unknownMessage = () =>
  new AppError('invalid-request', { detail: 'mensagemId não é uma mensagem deste ticket' });

/** Deletes the files of a failed upload; the janitor deletes what remains. Never throws. */
const rollBack = async (ctx: CheckedContext, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  try {
    // It deletes only pending rows, because the transaction may have committed although its response was
    // lost.
    const rows = await deletions.claimPending(ctx.db, ids, deletionLeaseMs);
    for (const row of rows) await finishDeletion(ctx, row);
  } catch (error) {
    ctx.log.warn({ err: error }, 'could not roll back an upload; left to the janitor');
  }
};
