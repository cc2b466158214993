import { createHash } from 'node:crypto';
import * as attachments from '../../db/attachments/attachments.ts';
import type { CheckedContext, TxContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { contentType } from './checks/content.ts';
import { judgeInWorker } from './checks/judge-in-worker.ts';
import { displayName, refuseRunnable, storagePath } from './checks/names.ts';
import { dispositionOf } from './links.ts';
import { scanUpload } from './scan.ts';
import { insertPending, markStored } from './upload.ts';

/** A file of a mail that passed the checks of an upload. */
export interface MailedFile {
  name: string;
  path: string;
  contentType: string;
  contentDisposition: string;
  size: number;
  sha256: Buffer;
  /** Milliseconds until the next scan; undefined if the file is clean. */
  scanInMs: number | undefined;
  /** True if its type may not be uploaded: only agents may save it. */
  held: boolean;
  inline: boolean;
}

/**
 * Checks a file that came by mail; accepts every type except programs.
 * @throws AppError `attachment-type-not-allowed`, `attachment-infected`, `invalid-request`, `unavailable`
 */
export const checkMailedFile = async (
  ctx: CheckedContext,
  given: { name: string; type: string; contents: Uint8Array; inline: boolean },
): Promise<MailedFile> => {
  const name = displayName(given.name);
  refuseRunnable(name);
  const { buffer, byteOffset, byteLength: size } = given.contents;
  const bytes = Buffer.from(buffer, byteOffset, size);
  if (size === 0) throw new AppError('invalid-request');
  const source = {
    size,
    readAt: async (target: Buffer, position: number) => bytes.copy(target, 0, position),
  };
  const declared = { name, declared: given.type };
  const found = await contentType(source, declared, judgeInWorker(ctx));
  const path = storagePath('mail', name, ctx.now());
  return {
    name,
    path,
    contentType: found ?? given.type,
    contentDisposition: dispositionOf({ name }),
    size,
    sha256: createHash('sha256').update(bytes).digest(),
    scanInMs: await scanUpload(ctx, { path, file: source }),
    held: found === undefined,
    inline: given.inline,
  };
};

/**
 * Inserts a file that came by mail.
 * @throws AppError `too-many-attachments`, `ticket-closed` for an erased ticket
 */
export const insertMailedFile = async (
  tx: TxContext,
  {
    ticketId,
    messageId,
    noteId,
  }: { ticketId: number; messageId: number | null; noteId: number | null },
  file: MailedFile,
): Promise<void> => {
  const { name, path, contentType: type } = file;
  const id = await insertPending(tx, { ticketId, name, path, type });
  await markStored(tx, { id, ticketId }, { ...file, messageId, type });
  if (noteId !== null) await attachments.updateNoteOfFiles(tx.db, noteId, [id]);
};
