import { Readable } from 'node:stream';
import { listAttachments } from '../../db/attachments.ts';
import { uploadAttachments } from '../attachments/service.ts';
import type { Context } from '../context.ts';
import { AppError, isFault } from '../errors.ts';
import type { ReadMail } from './parse.ts';

const maxAttachmentBytes = 10_485_760;
const maxAttachments = 20;
const maxListed = 10_000;

/**
 * Stores the attachments of a message that came by mail, with the checks of an upload. Returns a note that names those that
 * were refused; undefined if none was. Those that are stored already are passed over.
 *
 * @throws AppError `unavailable`
 */
export const storeAttachments = async (
  ctx: Context,
  { ticketId, messageId }: { ticketId: number; messageId: number },
  attachments: ReadMail['attachments'],
): Promise<string | undefined> => {
  const stored = (await listAttachments(ctx.db, ticketId, maxListed)).filter(
    (row) => row.messageId === messageId,
  );
  const refused: string[] = [];
  for (const [index, attachment] of attachments.entries()) {
    const { name, contents } = attachment;
    const known = stored.some((row) => row.name === name && row.size === contents.length);
    if (known) continue;
    const tooMuch = index >= maxAttachments || contents.length > maxAttachmentBytes;
    if (tooMuch || !(await storeOne(ctx, ticketId, messageId, attachment))) refused.push(name);
  }
  if (refused.length === 0) return undefined;
  return `Anexos recusados: ${refused.join(', ')}`.slice(0, 2_000);
};

const storeOne = async (
  ctx: Context,
  ticketId: number,
  messageId: number,
  { name, type, contents }: ReadMail['attachments'][number],
): Promise<boolean> => {
  try {
    await uploadAttachments(ctx, ticketId, async (take) => {
      const file = { name, type, contents: Readable.from([contents]), signal: never };
      return { files: [await take(file)], messageId };
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && !isFault(error)) return false;
    throw error;
  }
};

const never = new AbortController().signal;
