import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { startOf } from '../reports/time-series.ts';
import type { AttemptCounts } from '../schema.ts';
import { findQuizContents, type QuizContents } from './quiz.ts';

export type { AttemptCounts };

/** This many questions have about a thousand combinations of answers. */
const questionsTogether = 5;

/**
 * Counts the attempts at a quiz and their answers; reading 200 000 attempts takes some 0.6 s of CPU. It
 * counts combinations of answers first: a row for each answer would cost twice as much.
 */
export const countAttempts = async (
  db: Db,
  { id, quizDate, questions }: Pick<QuizContents, 'id' | 'quizDate' | 'questions'>,
): Promise<AttemptCounts> => {
  // Hours of UTC and São Paulo coincide, because the offset is whole hours.
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

/** Before this moment attempts are not logged in `quiz_count_changes`, so counts are not final. */
const settledAt = sql`${startOf(sql`(q.quiz_date + 1)`)} + interval '1 hour'`;

const isNoted = sql`exists (select from quiz_count_changes n where n.quiz_id = q.id)`;

interface StoredCounts {
  id: string;
  revision: number;
  countedAt: Date;
  counts: AttemptCounts;
}

/**
 * Lists the stored counts that are still valid: unchanged, or at most ten minutes old (one minute on the
 * quiz's day).
 */
export const listStoredCounts = async (
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<StoredCounts[]> => {
  const { rows } = await sql<StoredCounts>`
    select q.id, c.revision, c.counted_at as "countedAt", c.counts from quiz_counts c join quizzes q on q.id = c.quiz_id
    where q.id = any(${[...ids]}::uuid[]) and case
      when c.counted_at < ${settledAt} then c.counted_at > ${now}::timestamptz - interval '1 minute'
      else c.counted_at > ${now}::timestamptz - interval '10 minutes' or not ${isNoted}
    end`.execute(db);
  return rows;
};

/** Counts the quizzes that never were counted. */
export const countUncountedQuizzes = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ left: number }>`
    select count(*)::integer as left from quizzes
    where id not in (select quiz_id from quiz_counts)`.execute(db);
  return rows[0]?.left ?? 0;
};

/**
 * Counts the attempts at the newest quiz with missing or stale counts, in one snapshot, and stores the
 * result. Returns its id; undefined if there is none or another process is counting.
 */
export const countNextQuiz = async (tx: Tx, now: Date): Promise<string | undefined> => {
  await sql`set transaction isolation level repeatable read`.execute(tx);
  await sql`set local statement_timeout = '5min'`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    with turn as materialized (select pg_try_advisory_xact_lock(hashtext('quiz_counts')) as own)
    select q.id from turn, quizzes q left join quiz_counts c on c.quiz_id = q.id
    where turn.own and case
      when c.quiz_id is null or c.revision <> q.revision then true
      when c.counted_at < ${settledAt} then c.counted_at < ${now}::timestamptz - interval '20 seconds'
      else c.counted_at < ${now}::timestamptz - interval '5 minutes' and ${isNoted}
    end
    order by q.quiz_date desc limit 1`.execute(tx);
  const quiz = rows[0] && (await findQuizContents(tx, rows[0].id));
  if (!quiz) return undefined;
  const { id, revision } = quiz;
  await sql`delete from quiz_count_changes where quiz_id = ${id}::uuid`.execute(tx);
  const row = { revision, counted_at: now, counts: JSON.stringify(await countAttempts(tx, quiz)) };
  await tx
    .insertInto('quiz_counts')
    .values({ quiz_id: id, ...row })
    .onConflict((conflict) => conflict.column('quiz_id').doUpdateSet(row))
    .execute();
  return id;
};
