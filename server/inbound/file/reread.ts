import type { InboundRow } from '../../../db/inbound/inbound.ts';
import { updateMessageText, updateSubject } from '../../../db/inbound/threads.ts';
import { lockTicket } from '../../../db/tickets/tickets.ts';
import { recordAct } from '../../audit/service.ts';
import { type CheckedContext, inTransaction } from '../../core/context.ts';
import { AppError, orThrow } from '../../core/errors.ts';
import type { ReadMail } from '../read/mail.ts';
import { judge, type Unread } from './judge.ts';
import type { IngestResult } from './record.ts';
import { contentOf } from './ticket.ts';

/**
 * Reads a mail again by the current rules, and replaces the message's text and the subject that its ticket
 * got from it. Attachments stay.
 * @throws AppError `mail-not-found` without its message; `mail-unreadable`
 */
export const reread = async (
  ctx: CheckedContext,
  { id, messageId, ticketId, outcome, subject }: InboundRow,
  read: ReadMail | Unread,
): Promise<IngestResult> => {
  if (messageId === null || ticketId === null) throw new AppError('mail-not-found');
  const verdict = judge(read, { released: true });
  if (verdict.as !== 'person') throw new AppError('mail-unreadable');
  const { mail } = verdict;
  return inTransaction(ctx, async (tx) => {
    const ticket = orThrow(await lockTicket(tx.db, ticketId), 'mail-not-found');
    const content = await contentOf(tx, mail, ticket.id);
    if (!(await updateMessageText(tx.db, messageId, content))) throw new AppError('mail-not-found');
    if (outcome === 'new-ticket' && ticket.subject === subject) {
      await updateSubject(tx.db, ticketId, mail.subject);
    }
    await recordAct(tx, { action: 'inbound.retry', target: `inbound-mail:${id}` });
    return { outcome, ticketId, messageId };
  });
};
