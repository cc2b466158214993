-- Who did what: one row for each change by a person, a tool or a job, in the transaction of the change.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The token's subject, or the name of a job or tool.
  actor text not null,
  actor_email text,
  role text not null,
  -- The agent a service account acts for.
  acting_for text,
  channel text not null check (channel in ('http', 'trpc', 'job')),
  action text not null,
  target text not null,
  outcome text not null default 'done' check (outcome in ('done', 'refused')),
  request_id text,
  changes jsonb not null default '[]'
);

-- audit.list filters by each of these and pages by id.
create index audit_log_action on audit_log (action, id);
create index audit_log_target on audit_log (target, id);
create index audit_log_actor_email on audit_log (actor_email, id) where actor_email is not null;

-- The trail only grows. Retention deletes and erasure pseudonymises, each through its function below.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if current_setting('leitor.audit_maintenance', true) = tg_op then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Deletes at most `batch` rows older than a moment and returns how many it deleted.
create function delete_audit_before(before timestamptz, batch integer) returns integer language plpgsql as $$
declare
  deleted integer;
begin
  perform set_config('leitor.audit_maintenance', 'DELETE', true);
  delete from audit_log where id in (
    select id from audit_log where at < before order by id limit batch
  );
  get diagnostics deleted = row_count;
  perform set_config('leitor.audit_maintenance', '', true);
  return deleted;
end
$$;

-- Replaces a person's e-mail and subjects in the trail by a pseudonym and returns how many rows changed.
create function pseudonymise_audit(email text, pseudonym text) returns integer language plpgsql as $$
declare
  changed integer;
begin
  perform set_config('leitor.audit_maintenance', 'UPDATE', true);
  update audit_log set
    actor = case when actor_email = email then pseudonym else actor end,
    actor_email = case when actor_email = email then null else actor_email end,
    acting_for = case when acting_for = email then pseudonym else acting_for end,
    target = replace(target, email, pseudonym)
  where actor_email = email or acting_for = email or target = 'account:' || email or target = 'streak:' || email;
  get diagnostics changed = row_count;
  perform set_config('leitor.audit_maintenance', '', true);
  return changed;
end
$$;
