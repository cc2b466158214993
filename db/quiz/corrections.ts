import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

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

/**
 * Changes the given fields of a question of a locked quiz and increments the quiz's revision. A replaced
 * correct answer is added to the former answers.
 */
export const updateQuestion = async (
  tx: Tx,
  { quizId, id }: { quizId: string; id: string },
  changes: { question?: string; explanation?: string; correctAnswer?: string },
): Promise<void> => {
  const { correctAnswer, ...texts } = changes;
  await tx
    .updateTable('quiz_questions')
    .set({
      ...texts,
      ...(correctAnswer !== undefined && {
        correct_answer: correctAnswer,
        former_answers: sql<string[]>`array_append(former_answers, correct_answer)`,
      }),
    })
    .where('quiz_id', '=', quizId)
    .where('id', '=', id)
    .execute();
};

/** An answer that counts as correct after a correction. */
interface Regrade {
  quizId: string;
  questionId: string;
  answer: string;
}

const regradedAttempts = ({ quizId, questionId, answer }: Regrade) => sql`
  select a.email, a.passed as passed_before, a.correct_answers + 1 >= q.min_correct_answers as passes, q.quiz_date
  from quiz_attempts a join quizzes q on q.id = a.quiz_id
  where a.quiz_id = ${quizId}::uuid and a.answers ->> ${questionId}::text = ${answer}::text`;

/**
 * Counts the attempts that {@link regradeAttempts} would change, and those that would pass; writes and locks
 * nothing.
 */
export const countRegrades = async (
  db: Db,
  regrade: Regrade,
): Promise<{ regraded: number; passed: number }> => {
  const { rows } = await sql<{ regraded: number; passed: number }>`
    select count(*)::integer as regraded, (count(*) filter (where passes and not passed_before))::integer as passed
    from (${regradedAttempts(regrade)}) found
  `.execute(db);
  return rows[0] ?? { regraded: 0, passed: 0 };
};

/**
 * Counts an answer in attempts at a locked quiz as correct; it has no timeout. Attempts that now pass credit
 * their readers' streaks and store the events of a recovered streak. Returns how many attempts changed and
 * how many of them now pass.
 */
export const regradeAttempts = async (
  tx: Tx,
  regrade: Regrade,
): Promise<{ regraded: number; passed: number }> => {
  const { quizId } = regrade;
  await sql`set local statement_timeout = 0`.execute(tx);
  const { rows } = await sql<{ regraded: number; passed: number }>`
    with found as (
      ${regradedAttempts(regrade)}
    ), regraded as (
      update quiz_attempts a set correct_answers = a.correct_answers + 1, passed = a.passed or found.passes
      from found where a.quiz_id = ${quizId}::uuid and a.email = found.email
      returning a.email, a.attempted_at, not found.passed_before and found.passes as passes_now, found.quiz_date
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
    select (select count(*)::integer from regraded) as regraded, (select count(streak)::integer from credited) as passed
  `.execute(tx);
  return rows[0] ?? { regraded: 0, passed: 0 };
};

export const countAttempts = async (db: Db, quizId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('quiz_attempts')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('quiz_id', '=', quizId)
    .executeTakeFirstOrThrow();
  return count;
};
