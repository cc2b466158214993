import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';

export const hasAttempts = async (db: Db, id: string): Promise<boolean> => {
  const attempt = await db
    .selectFrom('quiz_attempts')
    .select('quiz_id')
    .where('quiz_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return attempt !== undefined;
};

interface NewAttempt {
  quizId: string;
  /** The revision of the quiz that the answers were graded against. */
  revision: number;
  /** The e-mail in lower case. */
  email: string;
  answers: Record<string, string>;
  correctAnswers: number;
  passed: boolean;
  attemptedAt: Date;
  /** The civil day of the attempt (São Paulo), `YYYY-MM-DD`. */
  today: string;
}

/**
 * Inserts an attempt, credits the quiz's date to the reader's streak if the attempt passed, and stores
 * webhook events, in one statement: the functions `credit_reading` and `publish_event` write rows. A quiz of
 * an earlier day does not count as today's activity. Returns false and writes nothing if the reader already
 * has an attempt, or the quiz is deleted, unpublished or of another revision.
 */
export const insertAttemptAndCredit = async (db: Db, attempt: NewAttempt): Promise<boolean> => {
  const rows = await runPrepared(
    db,
    sql<{ stored: boolean }>`
    with quiz as (
      -- The lock waits for a change of the quiz in flight, and then the revision is compared
      -- again. A second attempt takes no lock.
      select id, quiz_date from quizzes q where id = ${attempt.quizId} and revision = ${attempt.revision} and unpublished_at is null
        and not exists (select from quiz_attempts a where a.quiz_id = q.id and a.email = ${attempt.email})
      for share
    ),
    attempt as (
      insert into quiz_attempts (quiz_id, email, answers, correct_answers, passed, attempted_at)
      select id, ${attempt.email}, ${JSON.stringify(attempt.answers)},
        ${attempt.correctAnswers}, ${attempt.passed}, ${attempt.attemptedAt}
      from quiz
      on conflict (quiz_id, email) do nothing
      returning quiz_id, email, passed, correct_answers, attempted_at
    )
    select true as stored, (
      select credit.current_streak
      from credit_reading(attempt.email, q.quiz_date, case when q.quiz_date >= ${attempt.today}::date
        then attempt.attempted_at else (q.quiz_date + time '12:00') at time zone 'America/Sao_Paulo' end) as credit
      where attempt.passed
    ), (
      select sum(publish_event(event.type, attempt.email, event.data))
      from (values
        ('quiz.submitted', jsonb_build_object('quizId', q.id, 'quizDate', q.quiz_date,
          'correctAnswers', attempt.correct_answers, 'passed', attempt.passed)),
        ('streak.recovered', jsonb_build_object('quizId', q.id, 'quizDate', q.quiz_date))
      ) as event (type, data)
      where exists (select from webhooks) and (event.type = 'quiz.submitted' or attempt.passed)
    )
    from attempt join quiz q on q.id = attempt.quiz_id
  `.compile(db),
  );
  return rows.length > 0;
};

export interface AttemptSummaryRow {
  quizId: string;
  quizDate: string;
  title: string;
  correctAnswers: number;
  totalQuestions: number;
  passed: boolean;
  attemptedAt: Date;
}

/**
 * Lists a reader's attempts, by e-mail in lower case, at quizzes before a date, latest quiz first. There is
 * one quiz a day: looking up each one costs less than an index on the e-mail of every attempt.
 */
export const listAttempts = (
  db: Db,
  email: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<AttemptSummaryRow[]> =>
  runPrepared(
    db,
    sql<AttemptSummaryRow>`
    select q.id as "quizId", q.quiz_date::text as "quizDate", q.title, a.correct_answers as "correctAnswers",
      (select count(*)::integer from quiz_questions where quiz_id = q.id) as "totalQuestions", a.passed,
      a.attempted_at as "attemptedAt"
    from (select * from quizzes where quiz_date < coalesce(${before ?? null}::date, 'infinity')) q
    join quiz_attempts a on a.quiz_id = q.id and a.email = ${email}
    order by q.quiz_date desc limit ${limit}
  `.compile(db),
  );
