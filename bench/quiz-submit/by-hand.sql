-- One submission: the service's two statements, run by pgbench.
\set reader random(2001, 20000)
\set quiz random(1, 200)
select q.id, q.quiz_date::text as "quizDate", q.title, q.description, q.min_correct_answers as "minCorrectAnswers",
  (
    select json_agg(
      json_build_object('id', id, 'position', position, 'question', question, 'options', options,
        'correctAnswer', correct_answer, 'explanation', explanation) order by position
    )
    from quiz_questions where quiz_id = q.id
  ) as questions
from quizzes q where q.id = bench_quiz(:quiz);
with attempt as (
  insert into quiz_attempts (quiz_id, email, answers, correct_answers, passed, attempted_at)
  values (bench_quiz(:quiz), 'leitora' || :reader || '@exemplo.com.br', bench_answers(:quiz), 7, true, now())
  on conflict (quiz_id, email) do nothing
  returning quiz_id, email, passed, attempted_at
)
select true as stored, (
  select credit.current_streak
  from credit_reading(attempt.email, q.quiz_date, attempt.attempted_at) as credit
  where attempt.passed
)
from attempt join quizzes q on q.id = attempt.quiz_id;
