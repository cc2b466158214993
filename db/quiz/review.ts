import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { AnsweredQuestionRow, QuizRow } from './quiz.ts';

/** A question of a draft. */
export type DraftQuestion = Omit<AnsweredQuestionRow, 'position' | 'formerAnswers'>;

/** A quiz that is not published yet. */
export interface QuizDraftRow extends Omit<QuizRow, 'minCorrectAnswers'> {
  editionId: string;
  editionTitle: string;
  /** What the edition says; null for a draft of a version that did not store it. */
  editionText: string | null;
  questions: DraftQuestion[];
  held: boolean;
  heldReason: string | null;
  createdAt: Date;
  /** Higher with every change. */
  revision: number;
}

/** A draft in a list. */
export type QuizDraftSummaryRow = Pick<
  QuizDraftRow,
  'id' | 'quizDate' | 'title' | 'description' | 'editionTitle' | 'held' | 'createdAt'
>;

const summaryColumns = [
  'id',
  sql<string>`quiz_date::text`.as('quizDate'),
  'title',
  'description',
  'edition_title as editionTitle',
  'held',
  'created_at as createdAt',
] as const;

const columns = [
  ...summaryColumns,
  'edition_id as editionId',
  'edition_text as editionText',
  'questions',
  'held_reason as heldReason',
  'revision',
] as const;

/** Stores a draft and returns its id. Breaks `quiz_drafts_quiz_date_key` if its date has one. */
export const insertQuizDraft = async (
  tx: Tx,
  draft: Omit<QuizDraftRow, 'id' | 'held' | 'heldReason' | 'revision'>,
): Promise<string> => {
  const { id } = await tx
    .insertInto('quiz_drafts')
    .values({
      quiz_date: draft.quizDate,
      title: draft.title,
      description: draft.description,
      edition_id: draft.editionId,
      edition_title: draft.editionTitle,
      edition_text: draft.editionText,
      questions: JSON.stringify(draft.questions),
      created_at: draft.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** The draft with this id. */
export const findQuizDraft = (db: Db, id: string): Promise<QuizDraftRow | undefined> =>
  db.selectFrom('quiz_drafts').select(columns).where('id', '=', id).executeTakeFirst();

/** The draft with this id, locked until the transaction ends. */
export const lockQuizDraft = (tx: Tx, id: string): Promise<QuizDraftRow | undefined> =>
  tx.selectFrom('quiz_drafts').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

/** The draft of a date. */
export const findQuizDraftByDate = (db: Db, quizDate: string): Promise<QuizDraftRow | undefined> =>
  db
    .selectFrom('quiz_drafts')
    .select(columns)
    .where('quiz_date', '=', sql<never>`${quizDate}::date`)
    .executeTakeFirst();

/** Drafts without their questions, latest date first. */
export const listQuizDrafts = (db: Db, limit: number): Promise<QuizDraftSummaryRow[]> =>
  db
    .selectFrom('quiz_drafts')
    .select(summaryColumns)
    .orderBy('quiz_date', 'desc')
    .limit(limit)
    .execute();

/** Changes a locked draft; returns its new revision. */
export const updateQuizDraft = async (
  tx: Tx,
  id: string,
  changes: Partial<
    Pick<QuizDraftRow, 'title' | 'description' | 'questions' | 'held' | 'heldReason'>
  >,
): Promise<number> => {
  const { questions, heldReason, ...rest } = changes;
  const { revision } = await tx
    .updateTable('quiz_drafts')
    .set({
      ...rest,
      ...(questions && { questions: JSON.stringify(questions) }),
      ...(heldReason !== undefined && { held_reason: heldReason }),
    })
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
};

/** Deletes the draft of a date, if there is one. */
export const deleteQuizDraftByDate = async (tx: Tx, quizDate: string): Promise<void> => {
  await tx
    .deleteFrom('quiz_drafts')
    .where('quiz_date', '=', sql<never>`${quizDate}::date`)
    .execute();
};

/**
 * Locks a published quiz: attempts at it wait until the transaction ends. Returns its revision and
 * whether it is unpublished.
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

/** What a quiz was written from, and why it is hidden from readers. */
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

/** Hides a quiz from readers; null shows it again. */
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
 * Changes the given fields of a question of a locked quiz, and with them the quiz's revision; a
 * correct answer that is replaced stays among the former ones.
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

/** An answer to a question that is to count as correct. */
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
 * How many attempts {@link regradeAttempts} would change, and how many of them would pass; changes
 * and locks nothing.
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
 * Counts an answer of the attempts at a locked quiz as correct, without a time-out. Attempts that
 * pass by it credit their readers' streaks and store the events of a recovered streak. Returns how
 * many attempts changed and how many of them pass now.
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

/** How many readers attempted a quiz. */
export const countAttempts = async (db: Db, quizId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('quiz_attempts')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('quiz_id', '=', quizId)
    .executeTakeFirstOrThrow();
  return count;
};
