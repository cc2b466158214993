import { sql } from 'kysely';
import type { Db } from './connection/database.ts';

/** What readers answered at a quiz. */
export interface AttemptCounts {
  /**
   * How many attempts have so many correct answers, pass or not, and were made in an hour of the quiz's day (São Paulo); null: on a later
   * day.
   */
  results: { correctAnswers: number; passed: boolean; hour: number | null; attempts: number }[];
  /** How often an option was chosen. */
  choices: { questionId: string; option: string; chosen: number }[];
}

/** Counts the attempts at a quiz and their answers; reads them all: about a second for 200 000 attempts. */
export const countAttempts = async (
  db: Db,
  { id, quizDate }: { id: string; quizDate: string },
): Promise<AttemptCounts> => {
  const { rows: results } = await sql<AttemptCounts['results'][number]>`
    select correct_answers as "correctAnswers", passed,
      case when at::date = ${quizDate}::date then extract(hour from at)::integer end as hour, count(*)::integer as attempts
    from quiz_attempts, lateral (select attempted_at at time zone 'America/Sao_Paulo' as at) moment
    where quiz_id = ${id}::uuid group by 1, 2, 3`.execute(db);
  const { rows: choices } = await sql<AttemptCounts['choices'][number]>`
    select answer.key as "questionId", answer.value as option, count(*)::integer as chosen
    from quiz_attempts, jsonb_each_text(answers) as answer where quiz_id = ${id}::uuid group by 1, 2`.execute(
    db,
  );
  return { results, choices };
};
