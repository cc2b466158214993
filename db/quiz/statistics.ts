import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import type { QuizContents } from './quiz.ts';

/** What readers answered at a quiz. */
export interface AttemptCounts {
  /**
   * How many attempts have so many correct answers, pass or not, and were made in an hour of the
   * quiz's day (São Paulo); null: on a later day.
   */
  results: { correctAnswers: number; passed: boolean; hour: number | null; attempts: number }[];
  /** How often an option was chosen. */
  choices: { questionId: string; option: string; chosen: number }[];
}

/** Few enough to have some thousand combinations of answers at most. */
const questionsTogether = 5;

/**
 * Counts the attempts at a quiz and their answers; reads them all, some 0.6 s of CPU for 200 000.
 * Combinations of answers are counted first: a row for each answer would cost twice as much.
 */
export const countAttempts = async (
  db: Db,
  { id, quizDate, questions }: Pick<QuizContents, 'id' | 'quizDate' | 'questions'>,
): Promise<AttemptCounts> => {
  // São Paulo's offset is whole hours.
  const { rows: results } = await sql<AttemptCounts['results'][number]>`
    select correct_answers as "correctAnswers", passed,
      case when at::date = ${quizDate}::date then extract(hour from at)::integer end as hour, sum(attempts)::integer as attempts
    from (
      select correct_answers, passed, date_bin('1 hour', attempted_at, timestamptz 'epoch') as began, count(*) as attempts
      from quiz_attempts where quiz_id = ${id}::uuid group by 1, 2, 3
    ) counted, lateral (select began at time zone 'America/Sao_Paulo' as at) moment
    group by 1, 2, 3`.execute(db);
  const choices: AttemptCounts['choices'] = [];
  for (let start = 0; start < questions.length; start += questionsTogether) {
    const ids = questions.slice(start, start + questionsTogether).map((question) => question.id);
    const { rows } = await sql<AttemptCounts['choices'][number]>`
      select answer.id as "questionId", answer.option, sum(attempts)::integer as chosen
      from (
        select array[${sql.join(ids.map((one) => sql`answers ->> ${one}`))}] as options, count(*) as attempts
        from quiz_attempts where quiz_id = ${id}::uuid group by 1
      ) counted, unnest(${ids}::text[], options) as answer (id, option)
      where answer.option is not null group by 1, 2`.execute(db);
    choices.push(...rows);
  }
  return { results, choices };
};
