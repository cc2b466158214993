-- The trail only grows. Retention deletes and erasure pseudonymises, each through its function
-- in this file.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if current_setting('leitor.audit_maintenance', true) = tg_op then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end
$$;

-- Only a target that is the person's own gets the pseudonym: an address may be a part of another
-- one.
create or replace function pseudonymise_audit(email text, pseudonym text) returns integer language plpgsql as $$
declare
  changed integer;
begin
  perform set_config('leitor.audit_maintenance', 'UPDATE', true);
  update audit_log set
    actor = case when actor_email = email then pseudonym else actor end,
    actor_email = case when actor_email = email then null else actor_email end,
    acting_for = case when acting_for = email then pseudonym else acting_for end,
    target = case when target in ('account:' || email, 'streak:' || email) then replace(target, email, pseudonym) else target end,
    changes = case when target in ('account:' || email, 'streak:' || email)
      then (select coalesce(jsonb_agg(jsonb_build_object('field', change -> 'field')), '[]') from jsonb_array_elements(changes) change)
      else changes end
  where actor_email = email or acting_for = email or target = 'account:' || email or target = 'streak:' || email;
  get diagnostics changed = row_count;
  perform set_config('leitor.audit_maintenance', '', true);
  return changed;
end
$$;

-- Deletes at most `batch` rows older than a moment that have no month of their own, and returns how
-- many it deleted. Months are dropped as a whole.
create or replace function delete_audit_before(before timestamptz, batch integer) returns integer language plpgsql as $$
declare
  deleted integer;
begin
  perform set_config('leitor.audit_maintenance', 'DELETE', true);
  delete from audit_log_default where id in (
    select id from audit_log_default where at < before order by id limit batch
  );
  get diagnostics deleted = row_count;
  perform set_config('leitor.audit_maintenance', '', true);
  return deleted;
end
$$;

create or replace trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();

create or replace trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();

create or replace trigger audit_log_no_truncate before truncate on audit_log_default
  for each statement execute function refuse_audit_change();
