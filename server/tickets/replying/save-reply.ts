import { lockTeamFiles, updateMessageOfFiles } from '../../../db/attachments/sending.ts';
import * as drafts from '../../../db/replies/drafts.ts';
import type { TicketStatus } from '../../../db/schema.ts';
import type { CcRow } from '../../../db/tickets/messages.ts';
import type { TicketRow } from '../../../db/tickets/tickets.ts';
import type { TxContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { hasText, picturesIn, safePicturedHtml } from '../../markup/sanitise.ts';
import { changeStatus } from '../../ticket-status/change.ts';
import { appendMessage } from '../service.ts';

/** The limit for all files of a mail together. */
export const maxReplyBytes = 20 * 1_048_576;

export interface WrittenReply {
  author: string;
  origin: 'agent' | 'ai';
  body: string;
  draft?: { id: number; changedShare: number } | undefined;
}

export interface ReplyToSave extends WrittenReply {
  cc: readonly CcRow[];
  attachmentIds: readonly number[];
  resolve: boolean;
  /** True if a rule replies: the ticket continues to wait. */
  automatic?: boolean;
}

/**
 * Checks the files of a reply and removes pictures of other tickets from its text.
 * @throws AppError `attachment-not-found`, also for a reader's file; `attachment-quarantined`,
 * `attachments-too-large`; `reply-empty` if neither text nor picture is left
 */
export const requireFiles = async <Reply extends ReplyToSave>(
  tx: TxContext,
  ticket: TicketRow,
  reply: Reply,
): Promise<Reply> => {
  const ids = [...new Set(reply.attachmentIds)];
  requireSendable(await lockTeamFiles(tx.db, ticket.id, ids), ids.length);
  const body = safePicturedHtml(reply.body, (id) => ids.includes(id));
  if (!hasText(body) && picturesIn(body).length === 0) throw new AppError('reply-empty');
  return { ...reply, attachmentIds: ids, body };
};

/**
 * Requires files that can be sent.
 * @throws AppError `attachment-not-found`, `attachment-quarantined`, `attachments-too-large`
 */
export const requireSendable = (
  files: readonly { size: number; quarantined: boolean }[],
  count: number,
): void => {
  if (files.length < count) throw new AppError('attachment-not-found');
  if (files.some(({ quarantined }) => quarantined)) throw new AppError('attachment-quarantined');
  if (files.reduce((sum, { size }) => sum + size, 0) > maxReplyBytes) {
    throw new AppError('attachments-too-large');
  }
};

/** Saves a reply on a locked ticket. @throws AppError `ticket-merged`, `ticket-closed` */
export const saveReply = async (
  tx: TxContext,
  ticket: TicketRow,
  { draft, attachmentIds, resolve, ...message }: ReplyToSave,
): Promise<{ messageId: number; resolvedFrom: TicketStatus | undefined }> => {
  const messageId = await appendMessage(tx, ticket, message);
  const shown = picturesIn(message.body);
  await updateMessageOfFiles(tx.db, messageId, { ids: attachmentIds, shown });
  if (draft) {
    const { id, changedShare } = draft;
    await drafts.approveDraft(tx.db, id, { messageId, changedShare, decidedAt: tx.now() });
  }
  if (!resolve || ticket.status === 'resolved') return { messageId, resolvedFrom: undefined };
  await changeStatus(tx, ticket.id, 'resolved');
  return { messageId, resolvedFrom: ticket.status };
};
