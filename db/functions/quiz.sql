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
