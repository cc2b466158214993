-- Only a target that is the person's own gets the pseudonym: an address may be a part of another one.
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
