import type { MessageOrigin, TicketStatus } from '../../db/schema.ts';
import type { MessageRow, TicketPage, TicketRow } from '../../db/tickets.ts';
import * as tickets from '../../db/tickets.ts';
import { type Context, inTransaction, type TxContext } from '../context.ts';
import { AppError, orThrow, refusing } from '../errors.ts';
import { statusAfter, type TicketEvent } from './status.ts';

/** A new ticket; its body becomes the first message. */
export interface NewTicket {
  requesterEmail?: string | undefined;
  requesterName?: string | undefined;
  subject: string;
  body: string;
  main: string;
  issue?: string | undefined;
  newsletter?: string | undefined;
  /** When it was opened; default now. */
  createdAt?: Date | undefined;
}

/** A ticket with its messages, first to last, and its tags. */
export interface TicketThread extends TicketRow {
  messages: MessageRow[];
  tags: { id: number; name: string; color: string }[];
}

/** Opens a ticket and answers its id and that of its first message. */
export const createTicket = (
  ctx: Context,
  ticket: NewTicket,
): Promise<{ id: number; messageId: number }> =>
  inTransaction(ctx, async ({ db }) => {
    const createdAt = ticket.createdAt ?? ctx.now();
    const id = await tickets.insertTicket(db, {
      subject: ticket.subject,
      main: ticket.main,
      issue: ticket.issue ?? null,
      newsletter: ticket.newsletter ?? null,
      requesterEmail: ticket.requesterEmail ?? null,
      requesterName: ticket.requesterName ?? null,
      createdAt,
    });
    const messageId = await tickets.insertMessage(db, {
      ticketId: id,
      author: ticket.requesterName ?? ticket.requesterEmail ?? 'Leitor Anônimo',
      origin: 'requester',
      body: ticket.body,
      createdAt,
    });
    return { id, messageId };
  });

/** @throws AppError `ticket-not-found` */
export const getTicket = async (ctx: Context, id: number): Promise<TicketThread> => {
  const ticket = orThrow(await tickets.findTicket(ctx.db, id), 'ticket-not-found');
  const messages = await tickets.listMessages(ctx.db, id);
  return { ...ticket, messages, tags: await tickets.listTicketTags(ctx.db, id) };
};

/** A page of tickets, newest first, and the cursor of the next page or null after the last one. */
export const listTickets = async (
  ctx: Context,
  page: TicketPage,
): Promise<{ items: TicketRow[]; nextCursor: string | null }> => {
  const rows = await tickets.listTickets(ctx.db, { ...page, limit: page.limit + 1 });
  const items = rows.slice(0, page.limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > page.limit && last ? String(last.id) : null };
};

/** Sets a ticket's status. @throws AppError `ticket-not-found` */
export const setTicketStatus = (ctx: Context, id: number, status: TicketStatus): Promise<void> =>
  inTransaction(ctx, (tx) => applyEvent(tx, id, { kind: 'agent-set-status', status }));

/**
 * Adds a message to a ticket and answers its id. A requester's message reopens a resolved ticket.
 *
 * @throws AppError `ticket-not-found`
 */
export const addMessage = (
  ctx: Context,
  message: { ticketId: number; author: string; origin: MessageOrigin; body: string },
): Promise<{ id: number }> =>
  inTransaction(ctx, async (tx) => {
    await applyEvent(tx, message.ticketId, { kind: 'message-added', origin: message.origin });
    return { id: await tickets.insertMessage(tx.db, { ...message, createdAt: ctx.now() }) };
  });

/** Puts a tag on a ticket; doing so again changes nothing. @throws AppError `ticket-not-found`, `tag-not-found` */
export const addTicketTag = (ctx: Context, ticketId: number, tagId: number): Promise<void> =>
  refusing(
    {
      ticket_tags_ticket_id_fkey: 'ticket-not-found',
      ticket_tags_tag_id_fkey: 'tag-not-found',
    },
    () => tickets.insertTicketTag(ctx.db, ticketId, tagId),
  );

/** Takes a tag off a ticket. @throws AppError `tag-not-found` where the ticket does not have it */
export const removeTicketTag = async (
  ctx: Context,
  ticketId: number,
  tagId: number,
): Promise<void> => {
  if (!(await tickets.deleteTicketTag(ctx.db, ticketId, tagId))) {
    throw new AppError('tag-not-found');
  }
};

const applyEvent = async (tx: TxContext, id: number, event: TicketEvent): Promise<void> => {
  const ticket = orThrow(await tickets.lockTicket(tx.db, id), 'ticket-not-found');
  await tickets.updateTicketStatus(tx.db, id, {
    status: statusAfter(ticket.status, event),
    updatedAt: tx.now(),
  });
};
