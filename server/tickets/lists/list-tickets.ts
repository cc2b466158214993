import { listMailStatuses } from '../../../db/outbox/outbox.ts';
import type { ListedTicketRow, TicketFilter, TicketPage } from '../../../db/tickets/lists.ts';
import * as ticketLists from '../../../db/tickets/lists.ts';
import { listPassages, listRowDetails, type RowDetails } from '../../../db/tickets/row-details.ts';
import { idIn } from '../../../db/tickets/search.ts';
import {
  type CheckedContext,
  type Context,
  readFromReplica,
  requireEmail,
  requireRole,
} from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { getPage, mapPage, type Page } from '../../core/page.ts';
import { messageText } from '../../markup/text.ts';
import { mailStateOf } from '../../outbox/mail-state.ts';
import { maxId } from '../inputs.ts';
import type { ListedTickets, QueuedTickets } from '../outputs.ts';

interface Row extends Pick<RowDetails, 'tags' | 'attachmentCount' | 'hasDraft' | 'returned'> {
  /** The beginning of the requester's newest message. */
  snippet: string;
}

interface ListedPage extends Omit<TicketPage, 'after' | 'now'> {
  cursor?: string | undefined;
}

/** The counts of views stop here: those of a search sooner, because each ticket's text is read. */
const mostCounted = { all: 10_000, search: 1_000 };

/**
 * Lists a page of tickets (docs/behaviour/tickets.md#tickets); the order `waiting` only has waiting tickets.
 * @throws AppError `invalid-request` for a cursor of another order
 */
export const listTickets = async (ctx: Context, page: ListedPage): Promise<ListedTickets> => {
  requireRole(ctx, 'agent');
  const found = await findPage(ctx, page);
  const ids = found.items.map(({ id }) => id);
  const mails = new Map(
    (await readFromReplica(ctx, (db) => listMailStatuses(db, { ticketIds: ids }))).map(
      ({ ticketId, status }) => [ticketId, status],
    ),
  );
  const rows = await listRows(ctx, ids);
  const passages = await readFromReplica(ctx, (db) =>
    listPassages(db, ids, wordsIn(page.search ?? '')),
  );
  return mapPage(found, ({ micros: _, ...ticket }) => {
    const status = mails.get(ticket.id);
    const mail = status === undefined ? null : mailStateOf(status);
    const { waitingSince } = ticket;
    const passage = passages.get(ticket.id);
    return {
      ...ticket,
      ...(rows.get(ticket.id) ?? { ...emptyRow, snoozedUntil: null }),
      waitingSeconds: waitingSince && secondsSince(ctx, waitingSince),
      mail,
      matched: passage === undefined ? null : lineOf(passage),
    };
  });
};

/**
 * Lists open tickets that wait for a reply, longest first; a null `assignee` means unassigned
 * (docs/behaviour/tickets.md#tickets).
 * @throws AppError `invalid-request` for an unknown cursor
 */
export const queueTickets = async (
  ctx: Context,
  page: Pick<ListedPage, 'assignee' | 'cursor' | 'limit'>,
): Promise<QueuedTickets> => {
  requireRole(ctx, 'agent');
  const found = await findPage(ctx, { ...page, sort: 'waiting' });
  const rows = await listRows(
    ctx,
    found.items.map(({ id }) => id),
  );
  return mapPage(found, (ticket) => {
    const { id, waitingSince } = ticket;
    if (!waitingSince) throw new Error(`ticket ${id} of the queue does not wait`);
    const waitingSeconds = secondsSince(ctx, waitingSince);
    return { ...ticket, ...(rows.get(id) ?? emptyRow), waitingSince, waitingSeconds };
  });
};

const textRead = 2_000;
const snippet = /^.{0,160}/u;
const emptyRow: Row = {
  snippet: '',
  tags: [],
  attachmentCount: 0,
  hasDraft: false,
  returned: false,
};

/** The addresses of links after their texts, and the signature below `-- `. */
const besideText = /\s?\[https?:[^\s\]]*\]?|\n--[ \t]*\n[\s\S]*$/g;

const lineOf = (text: string): string =>
  messageText(text, textRead)
    .replaceAll(besideText, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .match(snippet)?.[0] ?? '';

const listRows = async (
  ctx: CheckedContext,
  ids: readonly number[],
): Promise<Map<number, Row & { snoozedUntil: Date | null }>> => {
  const details = await readFromReplica(ctx, (db) => listRowDetails(db, ids, ctx.now()));
  return new Map(
    details.map(({ ticketId, text, ...rest }) => [
      ticketId,
      { ...rest, snippet: lineOf(text ?? '') },
    ]),
  );
};

const maxWords = 20;

/**
 * Returns a search's words as prefixes without accents: PostgreSQL matches stems, which differ in their
 * endings.
 */
const wordsIn = (search: string): string[] =>
  (search.replaceAll(/(^|\s)-\S+/g, ' ').match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? [])
    .map((word) => withoutAccents(word))
    .map((word) => word.slice(0, Math.max(3, word.length - (word.endsWith('oes') ? 3 : 2))))
    .slice(0, maxWords);

const withoutAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Counts the tickets of views, each up to 10 000, or 1000 with a search. */
export const countTickets = (ctx: Context, views: readonly TicketFilter[]): Promise<number[]> => {
  requireRole(ctx, 'agent');
  const filters = views.map((view) => resolveMe(ctx, view));
  return readFromReplica(ctx, (db) =>
    ticketLists.countTickets(db, filters, { most: mostCounted, now: ctx.now() }),
  );
};

/** Replaces `me` with the caller's e-mail. @throws AppError `invalid-token` for a caller without one */
export const resolveMe = <Filter extends TicketFilter>(
  ctx: CheckedContext,
  filter: Filter,
): Filter => {
  if (filter.assignee !== 'me' && filter.mentions !== 'me') return filter;
  requireEmail(ctx);
  const { email } = ctx.actor;
  return {
    ...filter,
    ...(filter.assignee === 'me' && { assignee: email }),
    ...(filter.mentions === 'me' && { mentions: email }),
  };
};

/** Finds a page; if the search is a ticket's number, that ticket comes first on the first page. */
const findPage = async (
  ctx: CheckedContext,
  { cursor, ...given }: ListedPage,
): Promise<Page<ListedTicketRow>> => {
  const page = { ...resolveMe(ctx, given), now: ctx.now() };
  const { sort } = page;
  const after = cursor === undefined ? undefined : readCursor(cursor, sort);
  const list = (part: Partial<TicketPage>) =>
    readFromReplica(ctx, (db) => ticketLists.listTickets(db, { ...page, after, ...part }));
  const named = idIn(page.search);
  const id = named === undefined ? undefined : { except: named };
  const first =
    named === undefined || after
      ? []
      : await list({ id: { only: named }, search: undefined, limit: 1 });
  return getPage(
    page.limit,
    async (limit) => [...first, ...(await list({ id, limit: limit - first.length }))],
    (last) => `${sort}_${first.includes(last) ? startOf(sort) : `${last.id}_${last.micros}`}`,
  );
};

const startOf = (sort: TicketPage['sort']): string =>
  sort === 'waiting' ? '0_0' : `${maxId}_${Number.MAX_SAFE_INTEGER}`;

const readCursor = (cursor: string, sort: TicketPage['sort']): ticketLists.TicketPlace => {
  const [, of, id, micros] = /^([a-z]+)_(\d{1,10})_(-?\d{1,16})$/.exec(cursor) ?? [];
  if (of !== sort || Number(id) > maxId || micros === undefined) {
    throw new AppError('invalid-request', { detail: 'unknown cursor' });
  }
  return { id: Number(id), micros };
};

const secondsSince = (ctx: CheckedContext, moment: Date): number =>
  Math.max(0, Math.floor((ctx.now().getTime() - moment.getTime()) / 1_000));
