-- A number that every update of a row increments, so that what was read before can be told from what is
-- stored now.
create or replace function count_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;

create or replace trigger quizzes_revised before update on quizzes for each row execute function count_revision();

create or replace trigger tags_revised before update on tags for each row execute function count_revision();

create or replace trigger ticket_composing_revised before update on ticket_composing for each row execute function count_revision();

create or replace trigger quiz_drafts_revised before update on quiz_drafts for each row execute function count_revision();
