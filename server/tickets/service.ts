import { insertRuleRun } from '../../db/rules/runs.ts';
import type { MessageOrigin, TicketStatus } from '../../db/schema.ts';
import * as ticketMessages from '../../db/tickets/messages.ts';
import * as tickets from '../../db/tickets/tickets.ts';
import { recordAct } from '../audit/service.ts';
import { isFuture } from '../core/civil-time.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { applyEvent, changeStatus } from '../ticket-status/change.ts';
import { requireUnerased, requireUnmerged } from '../ticket-status/lock.ts';
import { emitEvent } from '../webhooks/events.ts';
import type { NewTicket } from './inputs.ts';
import { pauseForReader } from './replying/pause-scheduled-replies.ts';

export const firstAuthor = ({
  requesterName,
  requesterEmail,
}: Pick<NewTicket, 'requesterName' | 'requesterEmail'>): string =>
  requesterName ?? requesterEmail ?? 'Leitor Anônimo';

interface Answerable {
  /** True if its mail is automatic or from a mailing list: rules then never reply. */
  unanswerable?: boolean | undefined;
}

type TicketToOpen = NewTicket & ticketMessages.MailExtras & Answerable;

/** Creates a ticket. @throws AppError `invalid-request` for a moment in the future */
export const createTicket = async (
  ctx: Context,
  ticket: TicketToOpen,
): Promise<{ id: number; messageId: number }> => {
  requireRole(ctx, 'agent');
  return inTransaction(ctx, (tx) => openTicket(tx, ticket));
};

/** Inserts a ticket with its first message, like {@link createTicket}, for any caller. */
export const openTicket = async (
  tx: TxContext,
  ticket: TicketToOpen,
): Promise<{ id: number; messageId: number }> => {
  const { db } = tx;
  const createdAt = ticket.createdAt ?? tx.now();
  if (isFuture(createdAt, tx.now())) {
    throw new AppError('invalid-request', { detail: 'createdAt must not be in the future' });
  }
  const id = await tickets.insertTicket(db, { ...ticket, createdAt });
  const messageId = await ticketMessages.insertMessage(db, {
    ticketId: id,
    author: firstAuthor(ticket),
    origin: 'requester',
    body: ticket.body,
    folded: ticket.folded,
    notice: ticket.notice,
    unsent: ticket.unsent,
    cc: ticket.cc,
    createdAt,
  });
  const answerable = !ticket.unanswerable;
  await insertRuleRun(db, { messageId, on: 'ticket', answerable, arrivedAt: tx.now() });
  await recordAct(tx, { action: 'tickets.create', target: `ticket:${id}` });
  await emitEvent(tx, 'ticket.created', { ticketId: id, main: ticket.main });
  return { id, messageId };
};

/** Sets a ticket's status. @throws AppError `ticket-not-found`, `ticket-merged` */
export const setTicketStatus = async (
  ctx: Context,
  id: number,
  status: TicketStatus,
): Promise<void> => {
  requireRole(ctx, 'agent');
  await inTransaction(ctx, (tx) => changeStatus(tx, id, status));
};

/**
 * Adds a message; a requester's message reopens a resolved ticket.
 * @throws AppError `ticket-not-found`, `ticket-merged`; `ticket-closed` for an erased ticket
 */
export const addMessage = async (
  ctx: Context,
  { ticketId, ...message }: NewMessage & { ticketId: number },
): Promise<{ id: number }> => {
  requireRole(ctx, 'agent');
  return inTransaction(ctx, async (tx) => {
    const ticket = orThrow(await tickets.lockTicket(tx.db, ticketId), 'ticket-not-found');
    return { id: await appendMessage(tx, ticket, message) };
  });
};

export interface NewMessage extends ticketMessages.MailExtras, Answerable {
  author: string;
  origin: MessageOrigin;
  body: string;
  /** The e-mail of a writer who is not the ticket's requester. */
  personEmail?: string | undefined;
  /** True if no person wrote it for this ticket: it changes neither status nor waiting. */
  automatic?: boolean | undefined;
}

/**
 * Adds a message to a locked ticket, like {@link addMessage}. @throws AppError `ticket-merged`,
 * `ticket-closed`
 */
export const appendMessage = async (
  tx: TxContext,
  ticket: tickets.TicketRow,
  message: NewMessage,
): Promise<number> => {
  requireUnmerged(ticket);
  await requireUnerased(tx, ticket.id);
  await applyEvent(tx, ticket, { kind: 'message-added', origin: message.origin });
  const id = await ticketMessages.insertMessage(tx.db, {
    ...message,
    ticketId: ticket.id,
    createdAt: tx.now(),
  });
  if (message.origin === 'requester') {
    await pauseForReader(tx, ticket.id);
    const answerable = !message.unanswerable;
    await insertRuleRun(tx.db, { messageId: id, on: 'message', answerable, arrivedAt: tx.now() });
  }
  await recordAct(tx, {
    action: 'tickets.addMessage',
    target: `ticket:${ticket.id}`,
    changes: [{ field: 'messages', after: id }],
  });
  await emitEvent(tx, 'ticket.replied', {
    ticketId: ticket.id,
    messageId: id,
    origin: message.origin,
  });
  return id;
};

/** Returns true if what a reader writes on a ticket opens another one, because the ticket is closed. */
export const opensAnother = (
  { config }: Pick<Context, 'config'>,
  { status }: Pick<tickets.TicketRow, 'status'>,
): boolean => status === 'closed' && config.inbound.closedTickets === 'new-ticket';

/**
 * Adds a reader's message to a locked ticket and reopens it, also a closed one; throws like {@link
 * appendMessage}.
 */
export const appendReaderMessage = async (
  tx: TxContext,
  ticket: tickets.TicketRow,
  message: Omit<NewMessage, 'origin'>,
): Promise<number> => {
  const isClosed = ticket.status === 'closed';
  // This comes before the message: rules skip a ticket that was handled after its message.
  if (isClosed) await changeStatus(tx, ticket.id, 'open');
  const opened = isClosed ? { ...ticket, status: 'open' as const } : ticket;
  return appendMessage(tx, opened, { ...message, origin: 'requester' });
};
