import type { InboundRow } from '../../db/inbound/inbound.ts';
import { updateMessageText, updateSubject } from '../../db/inbound/threads.ts';
import { lockTicket } from '../../db/tickets/tickets.ts';
import { recordAct } from '../audit/service.ts';
import { type CheckedContext, inTransaction } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { judge } from './judge.ts';
import { contentOf } from './person-mail.ts';
import { readInThread } from './reader.ts';
import type { Ingested } from './store.ts';

/**
 * Reads the mail of a message again: its text, what of it is folded away, and the subject that its
 * ticket got from it. Attachments stay as they are.
 *
 * @throws AppError `mail-not-found` without its message; `mail-unreadable`
 */
export const reread = async (
  ctx: CheckedContext,
  { id, messageId, ticketId, outcome, subject }: InboundRow,
  raw: Buffer,
): Promise<Ingested> => {
  if (messageId === null || ticketId === null) throw new AppError('mail-not-found');
  const verdict = judge(await readInThread(ctx, raw, `again:${id}`), { released: true });
  if (verdict.as !== 'person') throw new AppError('mail-unreadable');
  const { mail } = verdict;
  return inTransaction(ctx, async (tx) => {
    const ticket = orThrow(await lockTicket(tx.db, ticketId), 'mail-not-found');
    const content = await contentOf(tx, mail, ticket);
    if (!(await updateMessageText(tx.db, messageId, content))) throw new AppError('mail-not-found');
    if (outcome === 'new-ticket' && ticket.subject === subject) {
      await updateSubject(tx.db, ticketId, mail.subject);
    }
    await recordAct(tx, { action: 'inbound.retry', target: `inbound-mail:${id}` });
    return { outcome, ticketId, messageId };
  });
};
