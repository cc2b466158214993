-- What is known of the quiz of a day besides its draft and the quiz itself.
create table quiz_days (
  quiz_date date primary key,
  -- No draft of the day is published at noon.
  held boolean not null default false,
  held_reason text,
  -- The last attempt to generate a quiz, if it failed.
  failed_at timestamptz,
  failure text,
  failed_edition text,
  -- Since when editors are to be told of a scheduled draft that failed, and of a missing quiz.
  draft_failed_at timestamptz,
  missing_at timestamptz,
  -- When a process began to mail about them: a mail in doubt is not repeated.
  draft_mailed_at timestamptz,
  missing_mailed_at timestamptz
);

alter table quiz_questions
  -- It counts as right for everybody.
  add column annulled boolean not null default false,
  -- [{at, text}]: what options were called before corrections, by their positions from 0.
  add column former_options jsonb not null default '[]';
