import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

/**
 * Adds tokens to today's count (São Paulo, by the database's clock) unless they exceed the limit. Returns
 * the day.
 */
export const reserveTokens = async (
  db: Db,
  tokens: number,
  limit: number,
): Promise<string | undefined> => {
  const { rows } = await sql<{ day: string }>`
    insert into model_tokens as t (day, tokens)
    select (now() at time zone 'America/Sao_Paulo')::date, ${tokens}::bigint where ${tokens}::bigint <= ${limit}::bigint
    on conflict (day) do update set tokens = t.tokens + excluded.tokens where t.tokens + excluded.tokens <= ${limit}::bigint
    returning day::text
  `.execute(db);
  return rows[0]?.day;
};

export const adjustTokens = async (db: Db, day: string, difference: number): Promise<void> => {
  await sql`
    update model_tokens set tokens = greatest(0, tokens + ${difference}::bigint) where day = ${day}::date
  `.execute(db);
};

export const sumTokensToday = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ tokens: number }>`
    select tokens::float8 as tokens from model_tokens where day = (now() at time zone 'America/Sao_Paulo')::date
  `.execute(db);
  return rows[0]?.tokens ?? 0;
};
