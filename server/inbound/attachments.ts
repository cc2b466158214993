import { Readable } from 'node:stream';
import * as inbound from '../../db/inbound.ts';
import { appendNotice } from '../../db/tickets.ts';
import { maxFileBytes, uploadAttachments } from '../attachments/service.ts';
import { dayMs } from '../civil-time.ts';
import { type CheckedContext, type Context, inTransaction, type TxContext } from '../context.ts';
import { AppError, isFault, toAppError } from '../errors.ts';
import { visibleName } from '../text/visible-name.ts';
import type { ReadMail } from './parse.ts';

type MailAttachment = ReadMail['attachments'][number];

/** The mail that an attachment came with, its message, and the ticket which that is on now. */
interface Place {
  mailId: number;
  ticketId: number;
  messageId: number;
}

const maxAttachments = 20;
/** All attachments that mails bring within a day may have as many bytes as so many people may upload: strangers send them. */
const mailedPeople = 20;

/**
 * Stores the attachments of a message that came by mail, with the checks of an upload; a note on the message names those that were
 * refused or could not be stored. Continues where an interrupted call stopped. Of concurrent calls, one stores each attachment.
 *
 * @throws AppError `unavailable`
 */
export const storeAttachments = async (
  ctx: CheckedContext,
  mailId: number,
  attachments: readonly MailAttachment[],
): Promise<void> => {
  for (;;) {
    const progress = await inbound.findAttachmentProgress(ctx.db, mailId);
    const attachment = progress && attachments[progress.done];
    if (!attachment) return;
    await storeOne(ctx, { ...progress, mailId }, { ...attachment, index: progress.done });
  }
};

/** Thrown in a transaction whose attachment another one has counted. Then, and if the ticket was merged, the progress is read again. */
class DoneElsewhere extends Error {}

const storeOne = async (
  ctx: Context,
  place: Place,
  { name, type, contents, index }: MailAttachment & { index: number },
): Promise<void> => {
  const count = async ({ db }: TxContext): Promise<void> => {
    if (!(await inbound.advanceAttachments(db, place.mailId, index))) throw new DoneElsewhere();
  };
  const refuse = () =>
    inTransaction(ctx, async (tx) => {
      await count(tx);
      const shown = visibleName(name) ?? 'anexo';
      const first = `Anexos recusados: ${shown}`;
      await appendNotice(tx.db, place.messageId, { first, more: `, ${shown}` });
    });
  const store = () =>
    uploadAttachments(
      ctx,
      place.ticketId,
      async (take) => {
        const { buffer, byteOffset, byteLength } = contents;
        const bytes = Buffer.from(buffer, byteOffset, byteLength);
        const file = { name, type, contents: Readable.from([bytes]), signal: never };
        return { files: [await take(file)], messageId: place.messageId };
      },
      count,
    );
  try {
    const isRefused =
      index >= maxAttachments ||
      contents.length > maxFileBytes ||
      (await isQuotaUsed(ctx, contents.length));
    if (isRefused) await refuse();
    else {
      await store().catch((error) => {
        if (isPassing(error)) throw error;
        if (isFault(toAppError(error))) ctx.log.error({ err: error }, 'an attachment is refused');
        return refuse();
      });
    }
  } catch (error) {
    if (!(error instanceof DoneElsewhere || isMerged(error))) throw error;
  }
};

const isQuotaUsed = async (ctx: Context, bytes: number): Promise<boolean> => {
  const since = new Date(ctx.now().getTime() - dayMs);
  const quota = mailedPeople * ctx.config.attachments.bytesPerPersonPerDay;
  return (await inbound.sumAttachments(ctx.db, since)) + bytes > quota;
};

const isMerged = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ticket-merged';

/** Whether another attempt may store the attachment. Any other failure would happen again, and hold up the mails behind it. */
const isPassing = (error: unknown): boolean =>
  error instanceof DoneElsewhere || isMerged(error) || toAppError(error).code === 'unavailable';

const never = new AbortController().signal;
