import { listMailStatuses } from '../../db/outbox/outbox.ts';
import type { ListedTicketRow, TicketFilter, TicketPage } from '../../db/tickets/lists.ts';
import * as ticketLists from '../../db/tickets/lists.ts';
import {
  type CheckedContext,
  type Context,
  readFromReplica,
  requireEmail,
  requireRole,
} from '../context.ts';
import { AppError } from '../errors.ts';
import { type MailState, mailStateOf } from '../outbox/state.ts';
import { getPage, mapPage, type Page } from '../page.ts';
import { maxId } from './inputs.ts';

/**
 * A ticket of a list, for how many seconds it has been waiting, and what became of its newest mail;
 * null: it is not, or has none.
 */
export interface ListedTicket extends Omit<ListedTicketRow, 'micros'> {
  waitingSeconds: number | null;
  mail: MailState | null;
}

/** A ticket of the queue. */
export interface QueuedTicket
  extends Pick<
    ListedTicketRow,
    'id' | 'subject' | 'status' | 'main' | 'requesterEmail' | 'requesterName' | 'assigneeEmail'
  > {
  waitingSince: Date;
  waitingSeconds: number;
}

/** Which page to list: the first one, or that of a cursor of the same order. */
export interface ListedPage extends Omit<TicketPage, 'after'> {
  cursor?: string | undefined;
}

/** What a count that is not exact stops at. */
export const mostCounted = 10_000;

/**
 * A page of tickets (docs/behaviour.md#tickets). The order `waiting` has only tickets that wait.
 *
 * @throws AppError `invalid-request` for a cursor that no page of this order returned
 */
export const listTickets = async (ctx: Context, page: ListedPage): Promise<Page<ListedTicket>> => {
  requireRole(ctx, 'agent');
  const found = await findPage(ctx, page);
  const ids = found.items.map(({ id }) => id);
  const mails = new Map(
    (await readFromReplica(ctx, (db) => listMailStatuses(db, { ticketIds: ids }))).map(
      ({ ticketId, status }) => [ticketId, status],
    ),
  );
  return mapPage(found, ({ micros: _, ...ticket }) => {
    const status = mails.get(ticket.id);
    const mail = status === undefined ? null : mailStateOf(status);
    const { waitingSince } = ticket;
    return { ...ticket, waitingSeconds: waitingSince && secondsSince(ctx, waitingSince), mail };
  });
};

/**
 * Open tickets whose last message is the customer's, the longest waiting first: everybody's, an
 * agent's, or with `assignee` null those without an assignee (docs/behaviour.md#tickets).
 *
 * @throws AppError `invalid-request` for a cursor that no page returned
 */
export const queueTickets = async (
  ctx: Context,
  page: Pick<ListedPage, 'assignee' | 'cursor' | 'limit'>,
): Promise<Page<QueuedTicket>> => {
  requireRole(ctx, 'agent');
  return mapPage(await findPage(ctx, { ...page, sort: 'waiting' }), (ticket) => {
    const { id, subject, status, main, waitingSince } = ticket;
    const { requesterEmail, requesterName, assigneeEmail } = ticket;
    if (!waitingSince) throw new Error(`ticket ${id} of the queue does not wait`);
    return {
      ...{ id, subject, status, main, requesterEmail, requesterName, assigneeEmail, waitingSince },
      waitingSeconds: secondsSince(ctx, waitingSince),
    };
  });
};

/**
 * How many tickets each of these filters finds; {@link mostCounted} stands for that many or more.
 */
export const countTickets = (ctx: Context, views: readonly TicketFilter[]): Promise<number[]> => {
  requireRole(ctx, 'agent');
  const filters = views.map((view) => ofCaller(ctx, view));
  return readFromReplica(ctx, (db) => ticketLists.countTickets(db, filters, mostCounted));
};

/**
 * A filter with the caller's e-mail instead of `me`. @throws AppError `invalid-token` for a caller
 * without an e-mail
 */
export const ofCaller = <Filter extends TicketFilter>(
  ctx: CheckedContext,
  filter: Filter,
): Filter => {
  if (filter.assignee !== 'me') return filter;
  requireEmail(ctx);
  return { ...filter, assignee: ctx.actor.email };
};

const findPage = (
  ctx: CheckedContext,
  { cursor, ...given }: ListedPage,
): Promise<Page<ListedTicketRow>> => {
  const page = ofCaller(ctx, given);
  const after = cursor === undefined ? undefined : readCursor(cursor, page.sort);
  return getPage(
    page.limit,
    (limit) => readFromReplica(ctx, (db) => ticketLists.listTickets(db, { ...page, after, limit })),
    ({ id, micros }) => `${page.sort}_${id}_${micros}`,
  );
};

const readCursor = (cursor: string, sort: TicketPage['sort']): ticketLists.TicketPlace => {
  const [, of, id, micros] = /^([a-z]+)_(\d{1,10})_(-?\d{1,16})$/.exec(cursor) ?? [];
  if (of !== sort || Number(id) > maxId || micros === undefined) {
    throw new AppError('invalid-request', { detail: 'unknown cursor' });
  }
  return { id: Number(id), micros };
};

const secondsSince = (ctx: CheckedContext, moment: Date): number =>
  Math.max(0, Math.floor((ctx.now().getTime() - moment.getTime()) / 1_000));
