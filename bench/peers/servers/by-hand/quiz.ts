import { type Answer, type AnsweredQuestion, gradeAttempt } from '../grade.ts';
import { Refusal } from '../refusal.ts';
import { inTransaction, statement } from './database.ts';

interface Quiz {
  id: string;
  title: string;
  description: string;
  quizDate: string;
  minCorrectAnswers: number;
}

const columns =
  'q.id, q.title, q.description, q.quiz_date::text as "quizDate", q.min_correct_answers as "minCorrectAnswers"';

const findQuiz = statement<Quiz & { attempted: boolean; questions: object[] }>(
  'find-quiz',
  `select ${columns},
    exists (select from quiz_attempts a where a.quiz_id = q.id and a.email = $2) as attempted,
    (
      select json_agg(
        json_build_object('id', id, 'question', question, 'type', 'radio', 'position', position, 'options', options)
        order by position
      )
      from quiz_questions where quiz_id = q.id
    ) as questions
  from quizzes q where q.id = $1`,
);

const findAnswers = statement<Quiz & { questions: AnsweredQuestion[] }>(
  'find-answers',
  `select ${columns},
    (
      select json_agg(
        json_build_object('id', id, 'question', question, 'options', options, 'correctAnswer', correct_answer,
          'explanation', explanation) order by position
      )
      from quiz_questions where quiz_id = q.id
    ) as questions
  from quizzes q where q.id = $1`,
);

const insertAttempt = statement(
  'insert-attempt',
  `insert into quiz_attempts (quiz_id, email, answers, correct_answers, passed, attempted_at)
  values ($1, $2, $3, $4, $5, now()) on conflict (quiz_id, email) do nothing returning quiz_id`,
);

// A quiz of an earlier day is no activity of today.
const credit = statement(
  'credit',
  `select * from credit_reading($1, $2::date, case
    when $2::date = (now() at time zone 'America/Sao_Paulo')::date then now()
    else ($2::date + time '12:00') at time zone 'America/Sao_Paulo' end)`,
);

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const getQuiz = async (id: string, email: string) => {
  const [found] = uuid.test(id) ? await findQuiz([id, email]) : [];
  if (!found) throw new Refusal(404, 'Quiz não encontrado');
  const { attempted, ...quiz } = found;
  if (attempted) throw new Refusal(403, 'Você já tentou este quiz');
  return quiz;
};

export const submitQuiz = async (id: string, answers: readonly Answer[], email: string) => {
  const [quiz] = uuid.test(id) ? await findAnswers([id]) : [];
  if (!quiz) throw new Refusal(404, 'Quiz não encontrado');
  const { message, result } = gradeAttempt(quiz, answers);
  const given = Object.fromEntries(answers.map(({ fieldId, answer }) => [fieldId, answer]));
  await inTransaction(async (client) => {
    const stored = await insertAttempt(
      [quiz.id, email, JSON.stringify(given), result.correctAnswers, result.passed],
      client,
    );
    if (stored.length === 0) throw new Refusal(403, 'Você já tentou este quiz');
    if (result.passed) await credit([email, quiz.quizDate], client);
  });
  return { message, data: result };
};
