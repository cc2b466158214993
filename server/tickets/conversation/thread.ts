import { type AttachmentRow, listAttachmentsOf } from '../../../db/attachments/attachments.ts';
import { listMessagesWithOriginal } from '../../../db/inbound/originals.ts';
import { listReplyAll } from '../../../db/inbound/threads.ts';
import { listForwardStatuses, listMailStatuses } from '../../../db/outbox/outbox.ts';
import { listScheduledReplies } from '../../../db/outbox/scheduled-replies.ts';
import * as ticketMessages from '../../../db/tickets/messages.ts';
import { listNewestNotes } from '../../../db/tickets/notes.ts';
import { listSnoozes } from '../../../db/tickets/snoozes.ts';
import * as tickets from '../../../db/tickets/tickets.ts';
import { type CheckedContext, type Context, requireRole } from '../../core/context.ts';
import { AppError, orThrow } from '../../core/errors.ts';
import { mailStateOf } from '../../outbox/mail-state.ts';
import { maxId } from '../inputs.ts';
import type { ThreadItem, ThreadItems, TicketThread } from '../outputs.ts';

export const threadSize = 50;

/** Returns a ticket with its newest 50 messages and notes. @throws AppError `ticket-not-found` */
export const getTicket = async (ctx: Context, id: number): Promise<TicketThread> => {
  requireRole(ctx, 'agent');
  const ticket = orThrow(await tickets.findTicket(ctx.db, id), 'ticket-not-found');
  const { items, nextCursor } = await findItems(ctx, id, { limit: threadSize });
  items.reverse();
  const messages = items.flatMap((item) => (item.kind === 'message' ? [withoutKind(item)] : []));
  const notes = items.flatMap((item) => (item.kind === 'note' ? [withoutKind(item)] : []));
  const tags = await tickets.listTicketTags(ctx.db, id);
  const snoozedUntil = (await listSnoozes(ctx.db, [id], ctx.now())).get(id) ?? null;
  const later = (await listScheduledReplies(ctx.db, id)).map(
    ({ mailId, sendsAt, heldAt, content: { author, body: html, resolve } }) => ({
      mailId,
      sendsAt,
      heldAt,
      author,
      html,
      resolve,
    }),
  );
  const replyAll = await listReplyAll(ctx.db, id);
  return {
    ...ticket,
    messages,
    notes,
    messagesCursor: nextCursor,
    tags,
    snoozedUntil,
    later,
    replyAll,
  };
};

const withoutKind = <T extends ThreadItem>({ kind: _, ...row }: T) => row;

/**
 * Lists a page of messages and notes, newest first.
 * @throws AppError `ticket-not-found`; `invalid-request` for an unknown cursor
 */
export const listThread = async (
  ctx: Context,
  id: number,
  page: { cursor?: string | undefined; limit: number },
): Promise<ThreadItems> => {
  requireRole(ctx, 'agent');
  orThrow(await tickets.findTicket(ctx.db, id), 'ticket-not-found');
  return findItems(ctx, id, page);
};

/**
 * Merges messages and notes by time; each kind stays in the order of ids, whatever its writers' clocks. The
 * cursor has the next message and the next note; 0 means none.
 */
const findItems = async (
  ctx: CheckedContext,
  ticketId: number,
  { cursor = `${maxId}_${maxId}`, limit }: { cursor?: string | undefined; limit: number },
): Promise<ThreadItems> => {
  const [, messageId, noteId] = /^(\d{1,10})_(\d{1,10})$/.exec(cursor) ?? [];
  if (messageId === undefined || Math.max(Number(messageId), Number(noteId)) > maxId) {
    throw new AppError('invalid-request', { detail: 'unknown cursor' });
  }
  const upTo = (id: string | undefined) => ({ ticketId, upToId: Number(id), limit: limit + 1 });
  const messages = await ticketMessages.listNewestMessages(ctx.db, upTo(messageId));
  const notes = await listNewestNotes(ctx.db, upTo(noteId));
  const messageIds = messages.map(({ id }) => id);
  const mails = new Map(
    (await listMailStatuses(ctx.db, { messageIds })).map(({ messageId: id, status }) => [
      id,
      status,
    ]),
  );
  const noteIds = notes.map(({ id }) => id);
  const forwards = new Map(
    (await listForwardStatuses(ctx.db, noteIds)).map(({ noteId: id, status }) => [id, status]),
  );
  const stored = await listAttachmentsOf(ctx.db, { messageIds, noteIds });
  const files = Map.groupBy(stored, (row) => row.messageId);
  const noteFiles = Map.groupBy(stored, (row) => row.noteId);
  const originals = new Set(await listMessagesWithOriginal(ctx.db, messageIds));
  const items: ThreadItem[] = [];
  let [message, note] = [messages.shift(), notes.shift()];
  while (items.length < limit && (message || note)) {
    // At the same moment, the note is about the message.
    if (note && !(message && message.createdAt > note.createdAt)) {
      const mail = note.forwardedTo.length === 0 ? null : mailStateOf(forwards.get(note.id));
      const attachments = (noteFiles.get(note.id) ?? []).map(toThreadAttachment);
      items.push({ kind: 'note', ...note, mail, attachments });
      note = notes.shift();
    } else if (message) {
      const mail = message.origin === 'requester' ? null : mailStateOf(mails.get(message.id));
      const attachments = (files.get(message.id) ?? []).map(toThreadAttachment);
      const hasOriginal = originals.has(message.id);
      const notice = noticeOf(message);
      items.push({ kind: 'message', ...message, notice, mail, attachments, hasOriginal });
      message = messages.shift();
    }
  }
  const nextCursor = message || note ? `${message?.id ?? 0}_${note?.id ?? 0}` : null;
  return { items, nextCursor };
};

const noticeOf = ({ notice, missingFiles }: ticketMessages.MessageRow): string | null =>
  missingFiles.length === 0
    ? notice
    : [notice, `Arquivos que não vieram na importação: ${missingFiles.join(', ')}`]
        .filter(Boolean)
        .join('\n');

const toThreadAttachment = ({ id, name, type, size, inline }: AttachmentRow) => ({
  id,
  nomeArquivo: name,
  tipoArquivo: type,
  tamanhoArquivo: size,
  inline,
});
