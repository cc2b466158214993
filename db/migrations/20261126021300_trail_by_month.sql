-- The trail by month, as the attempts are. Ids stay unique, for one sequence gives them.
alter table audit_log rename to audit_log_default;
alter index audit_log_pkey rename to audit_log_default_pkey;
alter index audit_log_acting_for rename to audit_log_default_acting_for;
alter index audit_log_action rename to audit_log_default_action;
alter index audit_log_actor_email rename to audit_log_default_actor_email;
alter index audit_log_target rename to audit_log_default_target;
drop trigger if exists audit_log_append_only on audit_log_default;
drop trigger if exists audit_log_hinted on audit_log_default;

create table audit_log (
  like audit_log_default including constraints including defaults
) partition by range (at);

create index audit_log_acting_for on audit_log (acting_for) where (acting_for is not null);
create index audit_log_action on audit_log (action, id);
create index audit_log_actor_email on audit_log (actor_email, id) where (actor_email is not null);
create index audit_log_target on audit_log (target, id);

do $$
declare
  next bigint := nextval('audit_log_id_seq');
begin
  alter table audit_log_default alter column id drop identity;
  alter table audit_log alter column id add generated always as identity (sequence name audit_log_id_seq);
  execute format('alter table audit_log alter column id restart with %s', next);
end
$$;

alter table audit_log attach partition audit_log_default default;

-- A new database gets its triggers later, with the functions.
do $$
begin
  if to_regproc('refuse_audit_change') is not null then
    create trigger audit_log_append_only before update or delete on audit_log
      for each row execute function refuse_audit_change();
    create trigger audit_log_hinted after insert on audit_log
      for each row when (new.outcome = 'done' and new.target ~ '^(ticket|draft|quiz):') execute function insert_hint_of_act();
  end if;
end
$$;
