import { sql } from 'kysely';
import type { Db } from './connection/database.ts';

/** A settled ticket with a similar question, and the agent's answer. */
export interface SimilarTicketRow {
  ticketId: number;
  /** How well its question matches; higher is better. */
  score: number;
  main: string;
  issue: string | null;
  requesterName: string | null;
  /** The last message of an agent, cut to a maximum length. */
  answer: string;
}

/** Bounds on the work of a search. */
export interface SearchBounds {
  /** How many of the question's lexemes, rarest first, count towards a ticket's rank. */
  lexemes: number;
  /** Tickets are matched by the rarest lexemes whose document counts add up to at most this. */
  candidates: number;
  /** How many lexemes without a count are used: rarer than any counted one, or newer than the counts. */
  uncounted: number;
  tickets: number;
  /** How many characters of each answer are read. */
  textLength: number;
}

/**
 * The settled tickets most like a question, best first, without the ticket `exceptId`.
 *
 * Only the question's rarest lexemes match tickets: most tickets contain some term of a question, and ranking them all takes seconds.
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
    select f.ticket_id as "ticketId", f.score, t.main, t.issue, t.requester_name as "requesterName",
      left(answer.body, ${bounds.textLength}) as answer
    from found f
    join tickets t on t.id = f.ticket_id
    join lateral (
      select body from ticket_messages where ticket_id = f.ticket_id and origin = 'agent' order by id desc limit 1
    ) answer on true
    order by f.score desc, f.ticket_id desc
  `.execute(db);
  return rows;
};

/** Recounts in how many settled tickets each lexeme occurs, from a sample of about `sampled` tickets. */
export const refreshLexemeCounts = async (db: Db, sampled: number): Promise<void> => {
  await sql`select refresh_lexeme_df(${sampled}::integer)`.execute(db);
};
