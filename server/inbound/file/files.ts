import { randomUUID } from 'node:crypto';
import { maxAttachmentBytes } from '../../../contract/constants.ts';
import { isSerializationFailure } from '../../../db/connection/errors.ts';
import { inSavepoint } from '../../../db/connection/savepoint.ts';
import { sumAttachments } from '../../../db/inbound/inbound.ts';
import * as originals from '../../../db/inbound/originals.ts';
import { appendNotice } from '../../../db/tickets/messages.ts';
import {
  checkMailedFile,
  insertMailedFile,
  type MailedFile,
} from '../../attachments/mailed-files.ts';
import { dayMs } from '../../core/civil-time.ts';
import type { CheckedContext, TxContext } from '../../core/context.ts';
import { isFault, toAppError } from '../../core/errors.ts';
import { visibleName } from '../../text/visible-name.ts';
import type { MailFile } from '../read/files.ts';
import { storeObject } from '../receive/originals.ts';
import type { Written } from './ticket.ts';

export interface StagedFile {
  name: string;
  stored: (MailedFile & { objectId: number }) | undefined;
}

const maxFiles = 20;
/** All mails of a day together may bring as many bytes as 20 people may upload. */
const mailQuotaInPeople = 20;

/**
 * Checks the files of a mail like uploads and stores them. The job `remove-originals` may remove them until
 * their rows are committed.
 * @throws AppError `unavailable`
 */
export const stageFiles = async (
  ctx: CheckedContext,
  attachments: readonly MailFile[],
): Promise<StagedFile[]> => {
  if (attachments.length === 0) return [];
  const since = new Date(ctx.now().getTime() - dayMs);
  let left = mailQuotaInPeople * ctx.config.attachments.bytesPerPersonPerDay;
  left -= await sumAttachments(ctx.db, since);
  const files: StagedFile[] = [];
  try {
    for (const attachment of attachments) {
      const { length } = attachment.contents;
      const isAllowed = files.length < maxFiles && length <= Math.min(left, maxAttachmentBytes);
      const stored = isAllowed ? await stageFile(ctx, attachment) : undefined;
      if (stored) left -= length;
      files.push({ name: attachment.name, stored });
    }
    return files;
  } catch (error) {
    await removeUncommitted(ctx, files);
    throw error;
  }
};

/** Stores a file; undefined if it is refused. */
const stageFile = async (
  ctx: CheckedContext,
  attachment: MailFile,
): Promise<StagedFile['stored']> => {
  try {
    const file = await checkMailedFile(ctx, attachment);
    const objectId = await storeObject(ctx, {
      ...file,
      hash: `file:${randomUUID()}`,
      contents: attachment.contents,
    });
    return { ...file, objectId };
  } catch (error) {
    if (toAppError(error).code === 'unavailable') throw error;
    logRefusal(ctx, error);
    return undefined;
  }
};

const logRefusal = (ctx: CheckedContext, error: unknown): void => {
  if (isFault(toAppError(error))) ctx.log.error({ err: error }, 'an attachment is refused');
};

/** Adds files to a message or note; a notice names the refused ones. */
export const addFiles = async (
  tx: TxContext,
  written: Written,
  files: readonly StagedFile[],
): Promise<void> => {
  const refused: string[] = [];
  for (const { name, stored } of files) {
    const isAdded = stored !== undefined && (await addFile(tx, written, stored));
    if (!isAdded) refused.push(visibleName(name) ?? 'anexo');
  }
  if (refused.length === 0) return;
  const first = `Anexos recusados: ${refused.join(', ')}`;
  await appendNotice(tx.db, written, { first, more: `. ${first}` });
};

const addFile = async (
  tx: TxContext,
  written: Written,
  { objectId, ...file }: MailedFile & { objectId: number },
): Promise<boolean> => {
  try {
    await inSavepoint(tx.db, async () => {
      await insertMailedFile(tx, written, file);
      // From now on the object belongs to the attachment.
      await originals.deleteOriginal(tx.db, objectId);
    });
    return true;
  } catch (error) {
    if (isSerializationFailure(error) || toAppError(error).code === 'unavailable') throw error;
    logRefusal(tx, error);
    return false;
  }
};

/** Allows removing the objects that have no committed row. */
export const removeUncommitted = async (
  ctx: CheckedContext,
  files: readonly StagedFile[],
): Promise<void> => {
  const ids = files.flatMap(({ stored }) => stored?.objectId ?? []);
  if (ids.length > 0) await originals.dropOriginals(ctx.db, ids);
};
