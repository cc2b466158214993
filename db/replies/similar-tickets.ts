import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

export interface WordMatchRow {
  ticketId: number;
  /** The `ts_rank` of PostgreSQL. */
  score: number;
  /** The share of the question's words that the ticket has, 0 to 1; rare words weigh more. */
  coverage: number;
}

interface AnsweredTicketRow {
  ticketId: number;
  main: string;
  issue: string | null;
  requesterName: string | null;
  /** The agent's last message, cut. */
  answer: string;
}

export interface SearchBounds {
  /** How many of the question's rarest lexemes count for the rank. */
  lexemes: number;
  /** The maximum sum of the document counts of the lexemes that are matched. */
  candidates: number;
  /** How many lexemes without a count may be matched: very rare ones, or newer than the counts. */
  uncounted: number;
  tickets: number;
}

/** Which tickets are searched: `settled` ones, or all that are not closed. */
const among = {
  settled: sql`ticket_search s on s.tsv @@ q.finding`,
  present: sql`ticket_texts s on s.tsv @@ q.finding
    join tickets t on t.id = s.ticket_id and t.status <> 'closed' and t.merged_into is null`,
};

/**
 * Lists the tickets that share the most words with a question, best first. Matches only the rarest lexemes:
 * most tickets contain some term, and ranking them all takes seconds.
 */
export const listWordMatches = async (
  db: Db,
  question: { subject: string; text: string; exceptId: number },
  bounds: SearchBounds,
  which: keyof typeof among = 'settled',
): Promise<WordMatchRow[]> => {
  const { rows } = await sql<WordMatchRow>`
    with asked as materialized (
      select a.lexeme, d.ndoc
      from unnest(ticket_question_tsv(${question.subject}, ${question.text})) a
      left join lexeme_df d on d.lexeme = a.lexeme
    ), rarest as (
      select lexeme, ndoc, sum(ndoc) over (order by ndoc, lexeme) <= ${bounds.candidates} as finds
      from (select * from asked where ndoc is not null order by ndoc, lexeme limit ${bounds.lexemes}) counted
      union all
      (select lexeme, null, true from asked where ndoc is null order by length(lexeme) desc, lexeme limit ${bounds.uncounted})
    ), terms as materialized (
      select finds, 1 / ln(exp(1) + coalesce(ndoc, 1)) as weight, '''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''' as term from rarest
    ), query as materialized (
      select string_agg(term, ' | ') filter (where finds) ::tsquery as finding, string_agg(term, ' | ')::tsquery as ranking
      from terms
    ), best as (
      select s.ticket_id, s.tsv, ts_rank(s.tsv, q.ranking) as score
      from query q join ${among[which]}
      where s.ticket_id <> ${question.exceptId}
      order by score desc, s.ticket_id desc
      limit ${bounds.tickets}
    )
    select b.ticket_id as "ticketId", b.score,
      (select coalesce(sum(weight) filter (where b.tsv @@ term::tsquery), 0) / sum(weight) from terms) as coverage
    from best b
    order by b.score desc, b.ticket_id desc
  `.execute(db);
  return rows;
};

/** Lists the settled ones of the given tickets in no particular order. */
export const listAnsweredTickets = async (
  db: Db,
  ticketIds: readonly number[],
  textLength: number,
): Promise<AnsweredTicketRow[]> => {
  const { rows } = await sql<AnsweredTicketRow>`
    select t.id as "ticketId", t.main, t.issue, t.requester_name as "requesterName", left(answer.body, ${textLength}) as answer
    from ticket_search s
    join tickets t on t.id = s.ticket_id
    join lateral (
      select body from ticket_messages where ticket_id = s.ticket_id and origin = 'agent' order by id desc limit 1
    ) answer on true
    where s.ticket_id = any(${ticketIds}::integer[])
  `.execute(db);
  return rows;
};

/** Replaces the document counts of lexemes, from a sample of about `sampled` settled tickets. */
export const refreshLexemeCounts = async (db: Db, sampled: number): Promise<void> => {
  await sql`select refresh_lexeme_df(${sampled}::integer)`.execute(db);
};
