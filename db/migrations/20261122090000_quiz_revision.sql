-- The system column xmin of a quiz tells its contents apart (db/quiz.ts), so a change of its questions must update the quiz.

create function touch_quizzes() returns trigger language plpgsql as $$
begin
  update quizzes set quiz_date = quiz_date where id in (select quiz_id from changed);
  return null;
end
$$;

create trigger quiz_questions_inserted after insert on quiz_questions
  referencing new table as changed for each statement execute function touch_quizzes();
create trigger quiz_questions_updated after update on quiz_questions
  referencing new table as changed for each statement execute function touch_quizzes();
create trigger quiz_questions_deleted after delete on quiz_questions
  referencing old table as changed for each statement execute function touch_quizzes();
