import { Readable } from 'node:stream';
import { maxAttachmentBytes } from '../../contract/constants.ts';
import { updateNoteOfFiles } from '../../db/attachments/attachments.ts';
import {
  type AttachmentProgress,
  advanceAttachments,
  findAttachmentProgress,
  sumAttachments,
} from '../../db/inbound/attachment-progress.ts';
import { appendNotice } from '../../db/tickets/messages.ts';
import { uploadAttachments } from '../attachments/service.ts';
import { dayMs } from '../core/civil-time.ts';
import { type CheckedContext, inTransaction, type TxContext } from '../core/context.ts';
import { AppError, isFault, toAppError } from '../core/errors.ts';
import { visibleName } from '../text/visible-name.ts';
import type { MailFile } from './mail-files.ts';

/**
 * The mail that an attachment came with, its message or note, the ticket which that is on now, and
 * how many of its attachments are done.
 */
interface Place extends AttachmentProgress {
  mailId: number;
}

const maxAttachments = 20;
/**
 * All attachments that mails bring within a day may have as many bytes as so many people may
 * upload: strangers send them.
 */
const mailedPeople = 20;

/**
 * Stores the attachments of what came by mail, with the checks of an upload; a notice on its message
 * or note names those that were refused or could not be stored. Continues where an interrupted
 * call stopped. Of concurrent calls, one stores each attachment.
 *
 * @throws AppError `unavailable`
 */
export const storeAttachments = async (
  ctx: CheckedContext,
  mailId: number,
  attachments: readonly MailFile[],
): Promise<void> => {
  for (;;) {
    const progress = await findAttachmentProgress(ctx.db, mailId);
    const attachment = progress && attachments[progress.done];
    if (!attachment) return;
    const place = { ...progress, mailId };
    try {
      if (place.done < maxAttachments) await storeOrRefuse(ctx, place, attachment);
      else await refuse(ctx, place, attachments.slice(place.done));
    } catch (error) {
      if (!(error instanceof DoneElsewhere || isMerged(error))) throw error;
    }
  }
};

/**
 * Thrown in a transaction whose attachment another one has counted. Then, and if the ticket was
 * merged, the progress is read again.
 */
class DoneElsewhere extends Error {}

const storeOrRefuse = async (
  ctx: CheckedContext,
  place: Place,
  attachment: MailFile,
): Promise<void> => {
  const { length } = attachment.contents;
  if (length > maxAttachmentBytes || (await isQuotaUsed(ctx, length))) {
    return refuse(ctx, place, [attachment]);
  }
  try {
    await store(ctx, place, attachment);
  } catch (error) {
    if (isPassing(error)) throw error;
    if (isFault(toAppError(error))) ctx.log.error({ err: error }, 'an attachment is refused');
    await refuse(ctx, place, [attachment]);
  }
};

const store = (ctx: CheckedContext, place: Place, { name, type, contents, inline }: MailFile) =>
  uploadAttachments(
    ctx,
    place.ticketId,
    async (take) => {
      const { buffer, byteOffset, byteLength } = contents;
      const bytes = Buffer.from(buffer, byteOffset, byteLength);
      const file = {
        name,
        type,
        contents: Readable.from([bytes]),
        signal: never,
        mailed: { inline },
      };
      return { files: [await take(file)], messageId: place.messageId };
    },
    async (tx, rows) => {
      await count(tx, place, 1);
      if (place.noteId === null) return;
      const ids = rows.map(({ id }) => id);
      await updateNoteOfFiles(tx.db, place.noteId, ids);
    },
  );

/** Refuses the next attachments of a mail: one note on its message names them. */
const refuse = (ctx: CheckedContext, place: Place, refused: readonly MailFile[]): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await count(tx, place, refused.length);
    const names = refused.map(({ name }) => visibleName(name) ?? 'anexo').join(', ');
    const first = `Anexos recusados: ${names}`;
    await appendNotice(tx.db, place, { first, more: `, ${names}` });
  });

const count = async ({ db }: TxContext, { mailId, done }: Place, more: number): Promise<void> => {
  const isCounted = await advanceAttachments(db, mailId, { from: done, to: done + more });
  if (!isCounted) throw new DoneElsewhere();
};

const isQuotaUsed = async (ctx: CheckedContext, bytes: number): Promise<boolean> => {
  const since = new Date(ctx.now().getTime() - dayMs);
  const quota = mailedPeople * ctx.config.attachments.bytesPerPersonPerDay;
  return (await sumAttachments(ctx.db, since)) + bytes > quota;
};

const isMerged = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ticket-merged';

/**
 * Whether another attempt may store the attachment. Any other failure would happen again, and hold
 * up the mails behind it.
 */
const isPassing = (error: unknown): boolean =>
  error instanceof DoneElsewhere || isMerged(error) || toAppError(error).code === 'unavailable';

const never = new AbortController().signal;
