-- What the attempts at a quiz say, as the job `count-quizzes` counted it.
create table quiz_counts (
  quiz_id uuid primary key references quizzes on delete cascade,
  revision integer not null,
  counted_at timestamptz not null,
  counts jsonb not null
);

-- The quizzes whose attempts changed since: only appended to, so that writers never wait for each
-- other.
create table quiz_count_changes (quiz_id uuid not null)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);
