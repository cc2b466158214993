import { sql } from 'kysely';
import type { Db } from './connection.ts';

/** A settled ticket that asks something alike, with what an agent answered. */
export interface SimilarTicketRow {
  ticketId: number;
  requesterName: string | null;
  subject: string;
  /** The first message of who opened it; cut where it is long. */
  question: string;
  /** The last message of an agent; cut where it is long. */
  answer: string;
}

/** How a search bounds its work. */
export interface SearchBounds {
  /** At most so many of the question's lexemes, the rarest first, count towards a ticket's rank. */
  lexemes: number;
  /** Of those, tickets are found by the rarest, as long as the tickets they are in, added up, are at most so many. */
  candidates: number;
  /** At most so many lexemes that no count knows of: rarer than any counted one, or newer than the counts. */
  uncounted: number;
  tickets: number;
  /** Characters of each text that are read. */
  textLength: number;
}

/**
 * The settled tickets most like a question, best first, without the ticket `exceptId`.
 *
 * Only the question's rarest lexemes find tickets, as long as few enough have them: all terms of a question together are in most
 * tickets, and ranking those takes seconds.
 */
export const listSimilarTickets = async (
  db: Db,
  question: { subject: string; text: string; exceptId: number },
  bounds: SearchBounds,
): Promise<SimilarTicketRow[]> => {
  const { rows } = await sql<SimilarTicketRow>`
    with asked as materialized (
      select a.lexeme, d.ndoc
      from unnest(ticket_question_tsv(${question.subject}, ${question.text})) a
      left join lexeme_df d on d.lexeme = a.lexeme
    ), rarest as (
      select lexeme, sum(ndoc) over (order by ndoc, lexeme) <= ${bounds.candidates} as finds
      from (select * from asked where ndoc is not null order by ndoc, lexeme limit ${bounds.lexemes}) counted
      union all
      (select lexeme, true from asked where ndoc is null order by length(lexeme) desc, lexeme limit ${bounds.uncounted})
    ), terms as (
      select finds, '''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''' as term from rarest
    ), query as materialized (
      select string_agg(term, ' | ') filter (where finds) ::tsquery as finding, string_agg(term, ' | ')::tsquery as ranking
      from terms
    ), found as materialized (
      select s.ticket_id, ts_rank(s.tsv, q.ranking) as score
      from query q join ticket_search s on s.tsv @@ q.finding
      where s.ticket_id <> ${question.exceptId}
      order by score desc, s.ticket_id desc
      limit ${bounds.tickets}
    )
    select f.ticket_id as "ticketId", t.requester_name as "requesterName", t.subject,
      coalesce(left(asking.body, ${bounds.textLength}), '') as question, left(answer.body, ${bounds.textLength}) as answer
    from found f
    join tickets t on t.id = f.ticket_id
    join lateral (
      select body from ticket_messages where ticket_id = f.ticket_id and origin = 'agent' order by id desc limit 1
    ) answer on true
    left join lateral (
      select body from ticket_messages where ticket_id = f.ticket_id and origin = 'requester' order by id limit 1
    ) asking on true
    order by f.score desc, f.ticket_id desc
  `.execute(db);
  return rows;
};

/** Counts anew in how many settled tickets each lexeme is, from about `sampled` of them. */
export const refreshLexemeCounts = async (db: Db, sampled: number): Promise<void> => {
  await sql`select refresh_lexeme_df(${sampled}::integer)`.execute(db);
};
