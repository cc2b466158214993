create table quizzes (
  id uuid primary key default gen_random_uuid(),
  -- The civil day in São Paulo on which it was generated: one quiz a day.
  quiz_date date not null constraint quizzes_quiz_date_key unique,
  title text not null,
  description text not null,
  min_correct_answers integer not null default 6,
  edition_id text not null,
  edition_title text not null,
  created_at timestamptz not null default now()
);

create table quiz_questions (
  id uuid primary key default gen_random_uuid(),
  quiz_id uuid not null constraint quiz_questions_quiz_id_fkey references quizzes on delete cascade,
  position integer not null,
  question text not null,
  -- In the order in which every reader sees them; shuffled when stored.
  options text[] not null,
  correct_answer text not null,
  explanation text not null,
  constraint quiz_questions_quiz_id_position_key unique (quiz_id, position),
  check (correct_answer = any (options))
);

-- One attempt a reader and quiz. A quiz with attempts cannot be deleted, and so not be overwritten.
create table quiz_attempts (
  quiz_id uuid not null constraint quiz_attempts_quiz_id_fkey references quizzes,
  email text collate "C" not null check (email = lower(email collate "C")),
  -- Question id → the option that was chosen.
  answers jsonb not null,
  correct_answers integer not null,
  passed boolean not null,
  attempted_at timestamptz not null,
  primary key (quiz_id, email)
);
