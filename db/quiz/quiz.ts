import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';

/** A quiz as stored; `quizDate` is `YYYY-MM-DD`. */
export interface QuizRow {
  id: string;
  quizDate: string;
  title: string;
  description: string;
  minCorrectAnswers: number;
}

interface QuestionRow {
  id: string;
  position: number;
  question: string;
  options: string[];
}

export interface AnsweredQuestionRow extends QuestionRow {
  correctAnswer: string;
  explanation: string;
  /** Options that were correct before corrections, as they are called now; they still count. */
  formerAnswers: string[];
  /** What options were called before corrections, by their positions from 0. */
  formerOptions: { at: number; text: string }[];
  /** True if the question counts as right for everybody. */
  annulled: boolean;
}

/** A quiz to store: questions in order, and options in the order that readers see. */
export interface NewQuiz {
  /** The default is a new id. */
  id?: string;
  /** The revision of the draft; the quiz gets a higher one. */
  revision?: number;
  quizDate: string;
  title: string;
  description: string;
  editionId: string;
  editionTitle: string;
  editionText?: string | null;
  questions: readonly (Pick<
    AnsweredQuestionRow,
    'question' | 'options' | 'correctAnswer' | 'explanation'
  > & { id?: string })[];
}

/** A quiz with its answers; every change increments `revision`. */
export interface QuizContents extends QuizRow {
  revision: number;
  /** True if readers no longer see it. */
  unpublished: boolean;
  questions: AnsweredQuestionRow[];
}

/** A quiz's revision, and a reader's attempt at it. */
export interface QuizState {
  id: string;
  revision: number;
  unpublished: boolean;
  attempt: { answers: Record<string, string>; correctAnswers: number; passed: boolean } | null;
}

const quizColumns = [
  'quizzes.id',
  sql<string>`quiz_date::text`.as('quizDate'),
  'title',
  'description',
  'min_correct_answers as minCorrectAnswers',
] as const;

export const findQuizIdByDate = async (db: Db, quizDate: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('quizzes')
    .select('id')
    .where('quiz_date', '=', sql<never>`${quizDate}::date`)
    .executeTakeFirst();
  return row?.id;
};

/** Stores a quiz and returns its id. Violates `quizzes_quiz_date_key` if its date already has one. */
export const insertQuiz = async (tx: Tx, quiz: NewQuiz): Promise<string> => {
  const { id } = await tx
    .insertInto('quizzes')
    .values({
      ...(quiz.id && { id: quiz.id }),
      ...(quiz.revision && { revision: quiz.revision }),
      quiz_date: quiz.quizDate,
      title: quiz.title,
      description: quiz.description,
      edition_id: quiz.editionId,
      edition_title: quiz.editionTitle,
      edition_text: quiz.editionText ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('quiz_questions')
    .values(
      quiz.questions.map((question, index) => ({
        ...(question.id && { id: question.id }),
        quiz_id: id,
        position: index + 1,
        question: question.question,
        options: question.options,
        correct_answer: question.correctAnswer,
        explanation: question.explanation,
      })),
    )
    .execute();
  return id;
};

/** Deletes the quiz of a date, if there is one. Violates `quiz_attempts_quiz_id_fkey` if it was attempted. */
export const deleteQuizByDate = async (tx: Tx, quizDate: string): Promise<void> => {
  await tx.deleteFrom('quizzes').where('quiz_date', '=', sql<never>`${quizDate}::date`).execute();
};

const stateWhere = (condition: string): string => `
  select id, revision, unpublished_at is not null as unpublished,
    (
      select json_build_object('answers', answers, 'correctAnswers', correct_answers, 'passed', passed)
      from quiz_attempts a where a.quiz_id = q.id and a.email = $2
    ) as attempt
  from quizzes q where ${condition}`;
const stateById = stateWhere('id = $1');
const stateByDate = stateWhere('quiz_date = $1::date');

/** Finds the state of a quiz for a reader, by e-mail in lower case. */
export const findQuizState = (db: Db, id: string, email: string): Promise<QuizState | undefined> =>
  findState(db, stateById, [id, email]);

/** Finds the state of a date's quiz for a reader, by e-mail in lower case. */
export const findQuizStateByDate = (
  db: Db,
  quizDate: string,
  email: string,
): Promise<QuizState | undefined> => findState(db, stateByDate, [quizDate, email]);

const findState = async (
  db: Db,
  text: string,
  values: [quiz: string, email: string],
): Promise<QuizState | undefined> => {
  const query: CompiledQuery<QuizState> = CompiledQuery.raw(text, values);
  const [state] = await runPrepared(db, query);
  return state;
};

const contentsWhere = (isWanted: RawBuilder<unknown>) => sql<QuizContents>`
  select q.id, q.revision, q.unpublished_at is not null as unpublished, q.quiz_date::text as "quizDate", q.title, q.description,
    q.min_correct_answers as "minCorrectAnswers",
    (
      select coalesce(json_agg(
        json_build_object('id', id, 'position', position, 'question', question, 'options', options,
          'correctAnswer', correct_answer, 'explanation', explanation, 'formerAnswers', former_answers,
          'formerOptions', former_options, 'annulled', annulled) order by position
      ), '[]')
      from quiz_questions where quiz_id = q.id
    ) as questions
  from quizzes q where ${isWanted} order by q.quiz_date`;

export const findQuizContents = async (db: Db, id: string): Promise<QuizContents | undefined> => {
  const [contents] = await runPrepared(db, contentsWhere(sql`q.id = ${id}`).compile(db));
  return contents;
};

/** Lists the quizzes of a range of dates, both inclusive, in order. */
export const listQuizzesOfDays = async (
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<QuizContents[]> => {
  const isWanted = sql`q.quiz_date between ${from}::date and ${to}::date`;
  const { rows } = await contentsWhere(isWanted).execute(db);
  return rows;
};

export interface QuizSummaryRow extends QuizRow {
  editionTitle: string;
  unpublished: boolean;
  createdAt: Date;
}

export const listQuizzes = (db: Db, limit: number): Promise<QuizSummaryRow[]> =>
  db
    .selectFrom('quizzes')
    .select([
      ...quizColumns,
      'edition_title as editionTitle',
      'created_at as createdAt',
      sql<boolean>`unpublished_at is not null`.as('unpublished'),
    ])
    .orderBy('quiz_date', 'desc')
    .limit(limit)
    .execute();

export const findLatestQuizMoment = async (db: Db): Promise<Date | undefined> => {
  const row = await db
    .selectFrom('quizzes')
    .select('created_at as createdAt')
    .orderBy('quiz_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt;
};
