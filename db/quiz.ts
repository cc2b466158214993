import { sql } from 'kysely';
import type { Db, Tx } from './connection/database.ts';
import { runPrepared } from './connection/prepared-statements.ts';

/** A quiz as stored; `quizDate` is `YYYY-MM-DD`. */
export interface QuizRow {
  id: string;
  quizDate: string;
  title: string;
  description: string;
  minCorrectAnswers: number;
}

/** A question without its answer. */
export interface QuestionRow {
  id: string;
  position: number;
  question: string;
  options: string[];
}

/** A question with its answer. */
export interface AnsweredQuestionRow extends QuestionRow {
  correctAnswer: string;
  explanation: string;
}

/** A quiz to store: questions in their order, options in the order every reader sees. */
export interface NewQuiz {
  quizDate: string;
  title: string;
  description: string;
  editionId: string;
  editionTitle: string;
  questions: readonly Omit<AnsweredQuestionRow, 'id' | 'position'>[];
}

/** A quiz with its answers. `revision` changes with every change of it. */
export interface QuizContents extends QuizRow {
  revision: string;
  questions: AnsweredQuestionRow[];
}

/** Which contents a quiz has now, and whether a reader has attempted it. */
export interface QuizState {
  id: string;
  revision: string;
  attempted: boolean;
}

const quizColumns = [
  'quizzes.id',
  sql<string>`quiz_date::text`.as('quizDate'),
  'title',
  'description',
  'min_correct_answers as minCorrectAnswers',
] as const;

/** The id of the quiz of a date. */
export const findQuizIdByDate = async (db: Db, quizDate: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('quizzes')
    .select('id')
    .where('quiz_date', '=', sql<never>`${quizDate}::date`)
    .executeTakeFirst();
  return row?.id;
};

/** Whether anybody has attempted a quiz. */
export const hasAttempts = async (db: Db, id: string): Promise<boolean> => {
  const attempt = await db
    .selectFrom('quiz_attempts')
    .select('quiz_id')
    .where('quiz_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return attempt !== undefined;
};

/** Stores a quiz and returns its id. Breaks `quizzes_quiz_date_key` if its date has one. */
export const insertQuiz = async (tx: Tx, quiz: NewQuiz): Promise<string> => {
  const { id } = await tx
    .insertInto('quizzes')
    .values({
      quiz_date: quiz.quizDate,
      title: quiz.title,
      description: quiz.description,
      edition_id: quiz.editionId,
      edition_title: quiz.editionTitle,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('quiz_questions')
    .values(
      quiz.questions.map((question, index) => ({
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

/** Deletes the quiz of a date, if there is one. Breaks `quiz_attempts_quiz_id_fkey` if it was attempted. */
export const deleteQuizByDate = async (tx: Tx, quizDate: string): Promise<void> => {
  await tx.deleteFrom('quizzes').where('quiz_date', '=', sql<never>`${quizDate}::date`).execute();
};

/** The state of a quiz for a reader, by e-mail in lower case. */
export const findQuizState = async (
  db: Db,
  id: string,
  email: string,
): Promise<QuizState | undefined> => {
  const [state] = await runPrepared(
    db,
    sql<QuizState>`
    select id, xmin::text as revision,
      exists (select from quiz_attempts a where a.quiz_id = q.id and a.email = ${email}) as attempted
    from quizzes q where id = ${id}
  `.compile(db),
  );
  return state;
};

/** The state of a date's quiz for a reader, by e-mail in lower case. */
export const findQuizStateByDate = async (
  db: Db,
  quizDate: string,
  email: string,
): Promise<QuizState | undefined> => {
  const [state] = await runPrepared(
    db,
    sql<QuizState>`
    select id, xmin::text as revision,
      exists (select from quiz_attempts a where a.quiz_id = q.id and a.email = ${email}) as attempted
    from quizzes q where quiz_date = ${quizDate}::date
  `.compile(db),
  );
  return state;
};

/** A quiz with its correct answers. */
export const findQuizContents = async (db: Db, id: string): Promise<QuizContents | undefined> => {
  const [contents] = await runPrepared(
    db,
    sql<QuizContents>`
    select q.id, q.xmin::text as revision, q.quiz_date::text as "quizDate", q.title, q.description,
      q.min_correct_answers as "minCorrectAnswers",
      (
        select json_agg(
          json_build_object('id', id, 'position', position, 'question', question, 'options', options,
            'correctAnswer', correct_answer, 'explanation', explanation) order by position
        )
        from quiz_questions where quiz_id = q.id
      ) as questions
    from quizzes q where q.id = ${id}
  `.compile(db),
  );
  return contents;
};

/** A quiz in a list. */
export interface QuizSummaryRow extends QuizRow {
  editionTitle: string;
  attempts: number;
  createdAt: Date;
}

/** The quizzes of the latest dates, latest first. */
export const listQuizzes = (db: Db, limit: number): Promise<QuizSummaryRow[]> =>
  db
    .selectFrom('quizzes')
    .select((eb) => [
      ...quizColumns,
      'edition_title as editionTitle',
      'created_at as createdAt',
      eb
        .selectFrom('quiz_attempts')
        .select((inner) => inner.cast<number>(inner.fn.countAll(), 'integer').as('count'))
        .whereRef('quiz_attempts.quiz_id', '=', 'quizzes.id')
        .$asScalar()
        .$notNull()
        .as('attempts'),
    ])
    .orderBy('quiz_date', 'desc')
    .limit(limit)
    .execute();

/** An attempt to store. */
export interface NewAttempt {
  quizId: string;
  /** The revision of the contents that the answers were graded by. */
  revision: string;
  /** In lower case. */
  email: string;
  answers: Record<string, string>;
  correctAnswers: number;
  passed: boolean;
  attemptedAt: Date;
  /** The civil day of the attempt (São Paulo), `YYYY-MM-DD`. */
  today: string;
}

/**
 * Stores an attempt with its events and, if it passed, credits the quiz's date to the reader's streak, in one statement. A quiz of
 * an earlier day is no activity of today. Returns false, and stores nothing, if the reader has an attempt already, or if the quiz is
 * gone or has another revision.
 */
export const insertAttempt = async (db: Db, attempt: NewAttempt): Promise<boolean> => {
  const rows = await runPrepared(
    db,
    sql<{ stored: boolean }>`
    with quiz as (
      -- The lock waits for a change of the quiz in flight, and then the revision is compared again. A second attempt takes no lock.
      select id, quiz_date from quizzes q where id = ${attempt.quizId} and xmin::text = ${attempt.revision}
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

/** A stored attempt. */
export interface AttemptRow {
  answers: Record<string, string>;
  correctAnswers: number;
  passed: boolean;
}

/** The attempt of a reader, by e-mail in lower case, at a quiz. */
export const findAttempt = (
  db: Db,
  quizId: string,
  email: string,
): Promise<AttemptRow | undefined> =>
  db
    .selectFrom('quiz_attempts')
    .select(['answers', 'correct_answers as correctAnswers', 'passed'])
    .where('quiz_id', '=', quizId)
    .where('email', '=', email)
    .executeTakeFirst();

/** An attempt in a reader's history. */
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
 * The attempts of a reader, by e-mail in lower case, at quizzes before a date, latest quiz first. There is a quiz a day: looking
 * each up by its key costs less than an index on the e-mail of every attempt.
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

/** When the latest quiz was made; undefined without one. */
export const findLatestQuizMoment = async (db: Db): Promise<Date | undefined> => {
  const row = await db
    .selectFrom('quizzes')
    .select('created_at as createdAt')
    .orderBy('quiz_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt;
};
