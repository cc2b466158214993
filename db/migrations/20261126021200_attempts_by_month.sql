-- Attempts by the month in which their quiz was made. What was here becomes the partition of
-- whatever has no month of its own; months are made ahead by the job `retention`.
alter table quiz_attempts rename to quiz_attempts_default;
alter index quiz_attempts_pkey rename to quiz_attempts_default_pkey;
alter index quiz_attempts_email_idx rename to quiz_attempts_default_email_idx;

-- Each partition has its own foreign key: one of the whole would lock the quizzes here, too.
create table quiz_attempts (
  like quiz_attempts_default including constraints,
  constraint quiz_attempts_pkey primary key (quiz_id, email)
) partition by range (quiz_id);

create index quiz_attempts_email_idx on quiz_attempts (email, attempted_at desc);

alter table quiz_attempts attach partition quiz_attempts_default default;
