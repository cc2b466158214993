-- A UUID of version 7: ids grow with time, so that attempts at a month's quizzes lie in one range.
create or replace function new_quiz_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- The former version's retention deletes attempts by `ctid`, which is not unique across partitions:
-- once a month has attempts of its own, it would delete others.
create or replace function refuse_delete_by_ctid() returns trigger language plpgsql as $$
begin
  if current_query() like '%ctid%' and exists (
    select from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = tg_relid and c.relname <= 'quiz_attempts_' || to_char(now() at time zone 'utc', 'YYYY_MM')
  ) then
    raise exception 'quiz_attempts has partitions: delete from one of them' using errcode = 'feature_not_supported';
  end if;
  return null;
end
$$;

create or replace trigger quiz_attempts_not_by_ctid before delete on quiz_attempts
  for each statement execute function refuse_delete_by_ctid();

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
