-- Quizzes that wait for noon, apart from those that readers see: no public query, of this version or the former, reads them.
create table quiz_drafts (
  -- The quiz has the same id once it is published.
  id uuid primary key default gen_random_uuid(),
  quiz_date date not null constraint quiz_drafts_quiz_date_key unique,
  title text not null,
  description text not null,
  edition_id text not null,
  edition_title text not null,
  -- [{id, question, options, correctAnswer, explanation}], in their order.
  questions jsonb not null,
  -- Not published at noon.
  held boolean not null default false,
  held_reason text,
  created_at timestamptz not null default now()
);

alter table quizzes
  add column unpublished_at timestamptz,
  add column unpublished_reason text;
-- What was the correct answer before a correction, and still counts as one.
alter table quiz_questions add column former_answers text[] not null default '{}';
