import { sql } from 'kysely';
import type { Db } from '../../db/connection/database.ts';

/** A ticket and its score. */
interface Exact {
  id: number;
  score: number;
}

/** Scores every ticket for a question's lexemes and returns the best five. */
export type ExactScoring = (db: Db, lexemes: string[]) => Promise<Exact[]>;

/** The best five by `ts_rank` among tickets with any of the terms. */
export const rankAll: ExactScoring = async (db, lexemes) => {
  const { rows } = await sql<Exact>`
    with query as (select string_agg(quote_literal(lexeme), ' | ')::tsquery as tsq from unnest(${lexemes}::text[]) lexeme)
    select ticket_id as id, ts_rank(tsv, tsq) as score from query join ticket_search on tsv @@ tsq
    order by score desc, ticket_id desc limit 5
  `.execute(db);
  return rows;
};

/** The best five by rarity of the shared terms, counted exactly over all tickets. */
export const weighAll: ExactScoring = async (db, lexemes) => {
  const { rows } = await sql<Exact>`
    with shared as materialized (
      select lexeme, ticket_id from unnest(${lexemes}::text[]) lexeme
      join ticket_search on tsv @@ quote_literal(lexeme)::tsquery
    ), weights as (
      select lexeme, ln((select count(*) from ticket_search) / count(*)::double precision) as weight from shared group by lexeme
    )
    select ticket_id as id, sum(weight) as score from shared join weights using (lexeme)
    group by ticket_id order by score desc, ticket_id desc limit 5
  `.execute(db);
  return rows;
};
