import { sql } from 'kysely';
import type { Db } from './connection/database.ts';

/** A published quiz, the latest, and some reader with a streak; null if there is none. */
export const findSamples = async (
  db: Db,
): Promise<{ quizId: string | null; email: string | null }> => {
  const { rows } = await sql<{ quizId: string | null; email: string | null }>`
    select (select id from quizzes where unpublished_at is null order by quiz_date desc limit 1) as "quizId",
      (select email from streaks limit 1) as email
  `.execute(db);
  return rows[0] ?? { quizId: null, email: null };
};
