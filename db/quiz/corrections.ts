import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { AnsweredQuestionRow } from './quiz.ts';

/**
 * Locks a published quiz; attempts at it wait until the transaction ends. Returns its revision and whether
 * it is unpublished.
 */
export const lockQuiz = (
  tx: Tx,
  id: string,
): Promise<{ revision: number; unpublished: boolean } | undefined> =>
  tx
    .selectFrom('quizzes')
    .select(['revision', sql<boolean>`unpublished_at is not null`.as('unpublished')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Finds a quiz's edition and the reason why it is hidden from readers. */
export const findQuizOrigin = (
  db: Db,
  id: string,
): Promise<
  { editionTitle: string; editionText: string | null; reason: string | null } | undefined
> =>
  db
    .selectFrom('quizzes')
    .select([
      'edition_title as editionTitle',
      'edition_text as editionText',
      'unpublished_reason as reason',
    ])
    .where('id', '=', id)
    .executeTakeFirst();

/** Hides a quiz from readers for a reason; null shows it again. */
export const updateUnpublished = async (
  tx: Tx,
  id: string,
  unpublished: { at: Date; reason: string } | null,
): Promise<void> => {
  await tx
    .updateTable('quizzes')
    .set({
      unpublished_at: unpublished?.at ?? null,
      unpublished_reason: unpublished?.reason ?? null,
    })
    .where('id', '=', id)
    .execute();
};

/** Stores the changed fields of a question of a locked quiz and increments the quiz's revision. */
export const updateQuestion = async (
  tx: Tx,
  quizId: string,
  { id, position: _, correctAnswer, formerAnswers, formerOptions, ...same }: AnsweredQuestionRow,
): Promise<void> => {
  await tx
    .updateTable('quiz_questions')
    .set({
      ...same,
      correct_answer: correctAnswer,
      former_answers: formerAnswers,
      former_options: JSON.stringify(formerOptions),
    })
    .where('quiz_id', '=', quizId)
    .where('id', '=', id)
    .execute();
};

/** Attempts whose answer to a question is now right. */
interface Regrade {
  quizId: string;
  questionId: string;
  /** Answers to the question. */
  answers: readonly string[];
  /** Whether the attempts with these answers gain, or those with any other answer or none. */
  gain: 'these' | 'others';
}

/** How many attempts a correction regrades, how many of them then pass, and how many readers get the day. */
export interface Regraded {
  regraded: number;
  passed: number;
  days: number;
}

const none: Regraded = { regraded: 0, passed: 0, days: 0 };

const regradedAttempts = ({ quizId, questionId, answers, gain }: Regrade) => sql`
  select a.email, passes_now, q.quiz_date,
    passes_now and not exists (select from streaks s where s.email = a.email and s.read_days @> q.quiz_date) as gains_day
  from quiz_attempts a join quizzes q on q.id = a.quiz_id,
    lateral (select not a.passed and a.correct_answers + 1 >= q.min_correct_answers as passes_now) gained
  where a.quiz_id = ${quizId}::uuid
    and (coalesce(a.answers ->> ${questionId}::text, '') = any(${[...answers]}::text[])) = ${gain === 'these'}::boolean`;

/**
 * Counts the attempts that {@link regradeAttempts} would change, and those that would pass; writes and locks
 * nothing.
 */
export const countRegrades = async (db: Db, regrade: Regrade): Promise<Regraded> => {
  const { rows } = await sql<Regraded>`
    select count(*)::integer as regraded,
      (count(*) filter (where passes_now))::integer as passed,
      (count(*) filter (where gains_day))::integer as days
    from (${regradedAttempts(regrade)}) found
  `.execute(db);
  return rows[0] ?? none;
};

/**
 * Counts a question in attempts at a locked quiz as right; it has no timeout. Attempts that now pass credit
 * their readers' streaks and store the events of a recovered streak.
 */
export const regradeAttempts = async (tx: Tx, regrade: Regrade): Promise<Regraded> => {
  const { quizId } = regrade;
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows } = await sql<Regraded>`
    with found as (
      ${regradedAttempts(regrade)}
    ), regraded as (
      update quiz_attempts a set correct_answers = a.correct_answers + 1, passed = a.passed or found.passes_now
      from found where a.quiz_id = ${quizId}::uuid and a.email = found.email
      returning a.email, a.attempted_at, found.passes_now, found.quiz_date, found.gains_day
    ), credited as (
      select (
        select credit.current_streak from credit_reading(email, quiz_date,
          case when quiz_date >= (attempted_at at time zone 'America/Sao_Paulo')::date then attempted_at
          else (quiz_date + time '12:00') at time zone 'America/Sao_Paulo' end) as credit
      ) as streak, (
        select publish_event('streak.recovered', email, jsonb_build_object('quizId', ${quizId}::text, 'quizDate', quiz_date))
        where exists (select from webhooks)
      )
      -- The order of an import of readings, so that the two cannot deadlock.
      from (select * from regraded where passes_now order by email collate "default") passing
    )
    select (select count(*)::integer from regraded) as regraded, (select count(streak)::integer from credited) as passed,
      (select count(*)::integer from regraded where gains_day) as days
  `.execute(tx);
  return rows[0] ?? none;
};

export const countAttempts = async (db: Db, quizId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('quiz_attempts')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('quiz_id', '=', quizId)
    .executeTakeFirstOrThrow();
  return count;
};
