-- A UUID of version 7: ids grow with time, so that attempts at a month's quizzes lie in one range.
create function new_quiz_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

alter table quizzes alter column id set default new_quiz_id();
