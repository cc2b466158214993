-- A number that every update of a row increments, whoever writes it, so that what was read before can be told from what is stored now.
alter table quizzes add column revision integer not null default 1;
alter table tags add column revision integer not null default 1;

create function count_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;

create trigger quizzes_revised before update on quizzes for each row execute function count_revision();
create trigger tags_revised before update on tags for each row execute function count_revision();

-- A change of its questions is a change of the quiz. Restoring data alone runs this without a search path.
create or replace function touch_quizzes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update quizzes set revision = revision + 1 where id in (select quiz_id from changed);
  return null;
end
$$;
