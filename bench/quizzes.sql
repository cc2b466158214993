-- Two hundred quizzes, and readers who read two days of three, for as many days as `bench.days` says.
-- Quizzes are of days before today in São Paulo, where it is still yesterday while UTC begins a day.
set time zone 'America/Sao_Paulo';
create function bench_quiz(n integer) returns uuid language sql immutable as
  $$ select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid $$;
create function bench_question(n integer, place integer) returns uuid language sql immutable as
  $$ select ('00000000-0000-4000-9000-' || lpad((n * 10 + place)::text, 12, '0'))::uuid $$;
create function bench_answers(n integer) returns jsonb language sql immutable as
  $$ select jsonb_object_agg(bench_question(n, place), 'A resposta certa') from generate_series(1, 10) place $$;

insert into quizzes (id, quiz_date, title, description, edition_id, edition_title)
select bench_quiz(n), current_date - n, 'Quiz do dia ' || n, 'Dez perguntas sobre a edição.', 'post_' || n, 'Edição ' || n
from generate_series(1, 200) n;
insert into quiz_questions (id, quiz_id, position, question, options, correct_answer, explanation)
select bench_question(n, place), bench_quiz(n), place,
  'Qual foi a decisão que o comitê tomou na reunião de número ' || place || '?',
  array['A resposta certa', 'Uma resposta errada', 'Outra resposta errada', 'Mais uma resposta errada'],
  'A resposta certa', 'A edição conta que o comitê decidiu assim depois de ouvir todas as partes.'
from generate_series(1, 200) n, generate_series(1, 10) place;
insert into accounts (email, name)
select 'leitora' || n || '@exemplo.com.br', 'Leitora ' || n from generate_series(1, 20000) n;
insert into streaks (email, read_days, last_interaction_at, since)
select 'leitora' || n || '@exemplo.com.br',
  (select range_agg(daterange(current_date - d, current_date - d, '[]')) from generate_series(0, current_setting('bench.days')::integer) d where (d + n) % 3 > 0),
  now(), now()
from generate_series(1, 20000) n;
analyze;
