import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './connection/database.ts';
import type { TicketStatus } from './schema.ts';
import { type TicketRow, ticketColumns } from './tickets.ts';

/** Which page of tickets to list: newest first, below an id. */
export interface TicketPage {
  status?: TicketStatus | undefined;
  main?: string | undefined;
  tagId?: number | undefined;
  /** Words of the subject and the messages, or the requester's complete e-mail. */
  search?: string | undefined;
  beforeId?: number | undefined;
  limit: number;
}

/** A page of tickets, newest first by id. */
export const listTickets = async (db: Db, page: TicketPage): Promise<TicketRow[]> => {
  const { search, limit } = page;
  if (search === undefined) return selectPage(db, page).orderBy('tickets.id', 'desc').execute();
  const found = await listByWords(db, page, search);
  if (!search.includes('@')) return found;
  // Two queries: joined by an `or`, neither could use its index.
  const byEmail = selectPage(db, page)
    .where('requester_email', '=', search.toLowerCase())
    .orderBy('tickets.id', 'desc');
  const rows = new Map([...found, ...(await byEmail.execute())].map((row) => [row.id, row]));
  return [...rows.values()].sort((a, b) => b.id - a.id).slice(0, limit);
};

/** How many of the newest tickets are looked at one by one, and through the index of words. */
const walkedTickets = 5_000;
const firstThrough = 100_000;

/**
 * A page of the tickets with these words. PostgreSQL's statistics do not know rare words, so the plan is not left to it: words that fill
 * the page with the newest tickets are frequent; others are read through their index, first those of the newer tickets, then all.
 */
const listByWords = async (db: Db, page: TicketPage, search: string): Promise<TicketRow[]> => {
  const words = sql<SqlBool>`tsv @@ websearch_to_tsquery('portuguese', ${search})`;
  const before = page.beforeId ?? sql<number>`(select max(ticket_id) + 1 from ticket_texts)`;
  const newest = await selectPage(db, page)
    .innerJoin('ticket_texts', 'ticket_texts.ticket_id', 'tickets.id')
    .where(words)
    .where('ticket_texts.ticket_id', '<', before)
    .where('ticket_texts.ticket_id', '>=', sql<number>`${before} - ${walkedTickets}::integer`)
    .orderBy('ticket_texts.ticket_id', 'desc')
    .execute();
  if (newest.length === page.limit) return newest;
  const throughIndex = (range: RawBuilder<SqlBool>) => {
    const found = sql<{ ticket_id: number }>`(
      with found as materialized (select ticket_id from ticket_texts where ${words} and ticket_id < ${before} and ${range})
      select ticket_id from found order by ticket_id desc offset 0
    )`.as('found');
    // One by one in this order, not all that were found: the planner does not pull a subquery with a limit up.
    const one = selectPage(db, page).where('tickets.id', '=', sql.ref<number>('found.ticket_id'));
    return db
      .selectFrom(found)
      .innerJoinLateral(one.as('page'), (join) => join.onTrue())
      .selectAll('page')
      .orderBy('found.ticket_id', 'desc')
      .limit(page.limit)
      .execute();
  };
  const newer = await throughIndex(sql`ticket_id >= ${before} - ${firstThrough}::integer`);
  return newer.length === page.limit ? newer : throughIndex(sql`true`);
};

const selectPage = (db: Db, { beforeId, status, main, tagId, limit }: TicketPage) => {
  let query = db.selectFrom('tickets').select(ticketColumns).limit(limit);
  if (beforeId !== undefined) query = query.where('tickets.id', '<', beforeId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (main !== undefined) query = query.where('main', '=', main);
  if (tagId === undefined) return query;
  return query.where('tickets.id', 'in', (sub) =>
    sub.selectFrom('ticket_tags').select('ticket_id').where('tag_id', '=', tagId),
  );
};
