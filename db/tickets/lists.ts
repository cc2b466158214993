import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import type { TicketStatus } from '../schema.ts';
import { foundBy, isFound } from './search.ts';
import { type TicketRow, ticketColumns } from './tickets.ts';

/** A filter of tickets: all given conditions must hold. */
export interface TicketFilter {
  status?: TicketStatus | undefined;
  main?: string | undefined;
  tagId?: number | undefined;
  /** Null selects unassigned tickets. */
  assignee?: string | null | undefined;
  /** Tickets that were created at this moment or later. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** Open tickets whose last message is the reader's. */
  waiting?: true | undefined;
  snoozed?: true | undefined;
  mentions?: string | undefined;
  updatedBefore?: Date | undefined;
  /** Words of texts and names, a ticket's number, the beginning of an e-mail, or its domain. */
  search?: string | undefined;
  id?: { only: number } | { except: number } | undefined;
}

interface TimedFilter extends TicketFilter {
  now: Date;
}

/** `newest` is ordered by id (within a period by creation); `waiting` has only waiting tickets. */
export type TicketSort = 'newest' | 'updated' | 'waiting';

/** A place in an order: microseconds since 1970 (0 for `newest`) and the id. */
export interface TicketPlace {
  id: number;
  micros: string;
}

export interface TicketPage extends TimedFilter {
  sort: TicketSort;
  after?: TicketPlace | undefined;
  limit: number;
}

export interface ListedTicketRow extends TicketRow, TicketPlace {
  /** The moment since which the reader waits for a reply. */
  waitingSince: Date | null;
}

/**
 * How many tickets are read in order before an index is tried; the second limit is for indexes that may be
 * slow.
 */
const triedTickets = 2_000;
const triedOfMany = 10_000;

/**
 * Lists a page of tickets. No index of an order has words, and only that of `newest` has periods. PostgreSQL
 * cannot estimate how many tickets match, so it first tries the first tickets in order; only if they do not
 * fill the page does it read the index of words or creation.
 */
export const listTickets = async (db: Db, page: TicketPage): Promise<ListedTicketRow[]> => {
  const { search, limit } = page;
  if (search === undefined && orderMeetsPeriod(page)) return selectPage(db, page).execute();
  let tried: ListedTicketRow[] = [];
  if (!search?.includes('@')) tried = await tryFirst(db, page, triedTickets);
  if (tried.length === limit) return tried;
  if (search === undefined) return selectOfPeriod(db, page);
  const by = await foundBy(db, search);
  if (by.isCut) tried = await tryFirst(db, page, triedOfMany);
  if (tried.length === limit) return tried;
  // The found ids are then in order, and only the page's tickets are read.
  const isById = page.sort === 'newest' && !hasPeriod(page);
  const found = sql<{ ticket_id: number }>`(
    with found as materialized (${unionOf([...by.ways, idsOf(tried)])})
    select ticket_id from found order by ticket_id desc
  )`.as('found');
  const one = selectPage(db, { ...page, limit: 1 }).where(
    'tickets.id',
    '=',
    sql.ref<number>('found.ticket_id'),
  );
  return db
    .selectFrom(found)
    .innerJoinLateral(one.as('page'), (join) => join.onTrue())
    .selectAll('page')
    .orderBy(isById ? sql`found.ticket_id desc` : orderOf(page).ofPage)
    .limit(limit)
    .execute();
};

const idsOf = (rows: readonly TicketRow[]) =>
  sql`select unnest(${rows.map(({ id }) => id)}::integer[]) as ticket_id`;

const unionOf = (queries: readonly RawBuilder<unknown>[]) =>
  sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union `,
  );

const tryFirst = (db: Db, page: TicketPage, count: number): Promise<ListedTicketRow[]> => {
  const { search, limit } = page;
  const period = orderMeetsPeriod(page) ? {} : { from: undefined, to: undefined };
  const first = selectPage(db, { ...page, ...period, limit: count }).as('page');
  return db
    .selectFrom(first)
    .$if(search !== undefined, (query) =>
      query.innerJoinLateral(
        // The `offset 0` keeps the planner from flattening the subquery: it is evaluated row by row until the
        // page is full.
        sql`(select from ticket_texts where ticket_id = page.id and (${isFound(search ?? '')}) offset 0)`.as(
          'found',
        ),
        (join) => join.onTrue(),
      ),
    )
    .where(
      sql<SqlBool>`page."createdAt" >= coalesce(${page.from ?? null}::timestamptz, '-infinity') and page."createdAt" < coalesce(${page.to ?? null}::timestamptz, 'infinity')`,
    )
    .selectAll('page')
    .orderBy(orderOf({ ...page, ...period }).ofPage)
    .limit(limit)
    .execute();
};

/** Counts the tickets of each filter, up to `most`; each way that a search matches stops there, too. */
export const countTickets = async (
  db: Db,
  filters: readonly TicketFilter[],
  { most, now }: { most: { all: number; search: number }; now: Date },
): Promise<number[]> => {
  const counts = await Promise.all(
    filters.map(async (filter) => {
      const limit = filter.search === undefined ? most.all : most.search;
      const tickets = filtered(db, { ...filter, now })
        .select('tickets.id')
        .limit(limit);
      const found = await listFound(db, { ...filter, now }, limit);
      const ids = found
        ? unionOf(
            found.map((way) => sql`${tickets.where('tickets.id', 'in', sql<number>`(${way})`)}`),
          )
        : tickets;
      return sql`(select count(*)::integer from (select from (${ids}) found limit ${limit}) counted)`;
    }),
  );
  const { rows } = await sql<{
    counts: number[];
  }>`select array[${sql.join(counts)}]::integer[] as counts`.execute(db);
  return rows[0]?.counts ?? [];
};

/** Queries ids by each way that the search matches; undefined if the filter has no search. */
const listFound = async (
  db: Db,
  filter: TimedFilter,
  limit: number,
): Promise<RawBuilder<unknown>[] | undefined> => {
  if (filter.search === undefined) return undefined;
  const { ways, isCut } = await foundBy(db, filter.search);
  const page = { ...filter, sort: 'newest', limit } as const;
  return isCut ? [...ways, idsOf(await tryFirst(db, page, triedOfMany))] : ways;
};

/** An order by a time and the id: over tickets, over a page, and the condition for rows after a place. */
const byMoment = (column: string, ofPage: string, direction: 'asc' | 'desc') => {
  const [moment, way] = [sql.ref(column), sql.raw(direction)];
  const behind = sql.raw(direction === 'asc' ? '>' : '<');
  return {
    micros: sql<string>`(extract(epoch from ${moment}) * 1000000)::bigint::text`,
    ofTickets: sql`${moment} ${way}, tickets.id ${way}`,
    // It is an expression, so that the plan does not walk the order's index through other periods.
    ofPeriod: sql`${moment} + interval '0' ${way}, tickets.id ${way}`,
    ofPage: sql`${sql.ref(ofPage)} ${way}, page.id ${way}`,
    behind: ({ micros, id }: TicketPlace) =>
      sql<SqlBool>`(${moment}, tickets.id) ${behind} (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::integer)`,
  };
};

const byCreation = byMoment('tickets.created_at', 'page.createdAt', 'desc');
const orders = {
  newest: {
    micros: sql<string>`'0'`,
    ofTickets: sql`tickets.id desc`,
    ofPage: sql`page.id desc`,
    behind: ({ id }: TicketPlace) => sql<SqlBool>`tickets.id < ${id}`,
  },
  updated: byMoment('tickets.updated_at', 'page.updatedAt', 'desc'),
  waiting: byMoment('tickets.waiting_since', 'page.waitingSince', 'asc'),
};

const hasPeriod = ({ from, to }: TicketFilter) => from !== undefined || to !== undefined;

const orderMeetsPeriod = (page: TicketPage) => page.sort === 'newest' || !hasPeriod(page);

/**
 * Selects a period in an order other than creation. `tickets_period_idx` has every order's column, so the
 * inner query reads only the index.
 */
const selectOfPeriod = (db: Db, page: TicketPage): Promise<ListedTicketRow[]> => {
  const ids = selectPage(db, page).clearSelect().select('tickets.id');
  return selectPage(db, { sort: page.sort, limit: page.limit, now: page.now })
    .where('tickets.id', 'in', ids)
    .execute();
};

const orderOf = ({ sort, from, to }: TicketPage) => {
  if (!hasPeriod({ from, to })) return orders[sort];
  if (sort === 'newest') return byCreation;
  return { ...orders[sort], ofTickets: orders[sort].ofPeriod };
};

const selectPage = (db: Db, page: TicketPage) => {
  const { sort, after, limit, ...filter } = page;
  const order = orderOf(page);
  const waiting = sort === 'waiting' ? { waiting: true as const } : {};
  const query = filtered(db, { ...filter, ...waiting })
    .select([...ticketColumns, 'waiting_since as waitingSince', order.micros.as('micros')])
    .orderBy(order.ofTickets)
    .limit(limit);
  return after ? query.where(order.behind(after)) : query;
};

const filtered = (db: Db, filter: TimedFilter) => {
  const { status, main, tagId, assignee, from, to, waiting, snoozed, mentions, now, id } = filter;
  const { updatedBefore } = filter;
  let query = db.selectFrom('tickets');
  if (status !== undefined) query = query.where('status', '=', status);
  if (main !== undefined) query = query.where('main', '=', main);
  if (assignee === null) query = query.where('assignee_email', 'is', null);
  else if (assignee !== undefined) query = query.where('assignee_email', '=', assignee);
  if (from !== undefined) query = query.where('tickets.created_at', '>=', from);
  if (to !== undefined) query = query.where('tickets.created_at', '<', to);
  if (updatedBefore !== undefined) query = query.where('tickets.updated_at', '<', updatedBefore);
  if (waiting) {
    query = query.where('waiting_since', 'is not', null).where(sql<SqlBool>`not ${isSnoozed(now)}`);
  }
  if (snoozed) query = query.where(isSnoozed(now));
  if (mentions !== undefined) {
    query = query.where('tickets.id', 'in', (sub) =>
      sub
        .selectFrom('note_mentions')
        .innerJoin('ticket_notes', 'ticket_notes.id', 'note_mentions.note_id')
        .select('ticket_notes.ticket_id')
        .where('note_mentions.email', '=', mentions),
    );
  }
  if (id && 'only' in id) query = query.where('tickets.id', '=', id.only);
  if (id && 'except' in id) query = query.where('tickets.id', '<>', id.except);
  if (tagId === undefined) return query;
  return query.where('tickets.id', 'in', (sub) =>
    sub.selectFrom('ticket_tags').select('ticket_id').where('tag_id', '=', tagId),
  );
};

const isSnoozed = (now: Date) =>
  sql<SqlBool>`exists (select from ticket_snoozes where ticket_id = tickets.id and until > ${now})`;
