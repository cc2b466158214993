import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** Returns PostgreSQL's estimates of the rows of two or more queries, from its statistics. */
export const estimateRows = async (
  db: Db,
  queries: readonly RawBuilder<unknown>[],
): Promise<number[]> => {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { Plans: { 'Plan Rows': number }[] } }[] }>`
    explain (format json) ${sql.join(queries, sql` union all `)}`.execute(db);
  return (rows[0]?.['QUERY PLAN'][0]?.Plan.Plans ?? []).map((plan) => plan['Plan Rows']);
};
