-- A UUID of version 7: ids grow with time, so that attempts at a month's quizzes lie in one range.
create or replace function new_quiz_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- A change of its questions is a change of the quiz. Restoring data alone runs this without a
-- search path.
create or replace function touch_quizzes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update quizzes set revision = revision + 1 where id in (select quiz_id from changed);
  return null;
end
$$;

create or replace trigger quiz_questions_inserted after insert on quiz_questions
  referencing new table as changed for each statement execute function touch_quizzes();

create or replace trigger quiz_questions_updated after update on quiz_questions
  referencing new table as changed for each statement execute function touch_quizzes();

create or replace trigger quiz_questions_deleted after delete on quiz_questions
  referencing old table as changed for each statement execute function touch_quizzes();

-- Says that a quiz must be counted again. What is attempted on a quiz's own day is counted without:
-- its counts are renewed until an hour after it.
create or replace function note_late_attempt() returns trigger language plpgsql as $$
begin
  if exists (
    select from public.quizzes
    where id = new.quiz_id and quiz_date < (greatest(new.attempted_at, now()) at time zone 'America/Sao_Paulo')::date
  ) then
    insert into public.quiz_count_changes values (new.quiz_id);
  end if;
  return null;
end
$$;

create or replace trigger quiz_attempts_noted after insert on quiz_attempts
  for each row execute function note_late_attempt();

create or replace function note_changed_attempts() returns trigger language plpgsql as $$
begin
  insert into public.quiz_count_changes select distinct quiz_id from changed;
  return null;
end
$$;

create or replace trigger quiz_attempts_changed after update on quiz_attempts
  referencing new table as changed for each statement execute function note_changed_attempts();

create or replace trigger quiz_attempts_deleted after delete on quiz_attempts
  referencing old table as changed for each statement execute function note_changed_attempts();

-- Retention names it.
create or replace trigger quiz_attempts_default_deleted after delete on quiz_attempts_default
  referencing old table as changed for each statement execute function note_changed_attempts();
