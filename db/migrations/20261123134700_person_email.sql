-- Whose text it is, if not of the ticket's requester: the sender of a mail from another address, or the requester that the ticket had before a
-- merge or an edit. An erasure follows it.
alter table ticket_messages add column person_email text collate "C";
alter table ticket_notes add column person_email text collate "C";
alter table attachments add column person_email text collate "C";
create index ticket_messages_person_idx on ticket_messages (person_email) where person_email is not null;
create index ticket_notes_person_idx on ticket_notes (person_email) where person_email is not null;
create index attachments_person_idx on attachments (person_email) where person_email is not null;

update ticket_messages m set person_email = i.sender
from inbound_mails i, tickets t
where i.message_id = m.id and t.id = m.ticket_id and i.sender <> coalesce(t.requester_email, '');
-- The first message of a ticket that was merged into one of another requester.
update ticket_messages m set person_email = f.requester_email
from tickets f join tickets t on t.id = f.merged_into
where m.ticket_id = t.id and m.person_email is null and m.origin = 'requester' and m.created_at = f.created_at
  and f.requester_email <> coalesce(t.requester_email, '');

-- Acts about a person keep the names of the fields that changed, and no values.
create or replace function pseudonymise_audit(email text, pseudonym text) returns integer language plpgsql as $$
declare
  changed integer;
begin
  perform set_config('leitor.audit_maintenance', 'UPDATE', true);
  update audit_log set
    actor = case when actor_email = email then pseudonym else actor end,
    actor_email = case when actor_email = email then null else actor_email end,
    acting_for = case when acting_for = email then pseudonym else acting_for end,
    target = replace(target, email, pseudonym),
    changes = case when target in ('account:' || email, 'streak:' || email)
      then (select coalesce(jsonb_agg(jsonb_build_object('field', change -> 'field')), '[]') from jsonb_array_elements(changes) change)
      else changes end
  where actor_email = email or acting_for = email or target = 'account:' || email or target = 'streak:' || email;
  get diagnostics changed = row_count;
  perform set_config('leitor.audit_maintenance', '', true);
  return changed;
end
$$;

-- Names and descriptions of groups are personal, and addresses of webhooks may hold secrets: the trail no longer has them.
select set_config('leitor.audit_maintenance', 'UPDATE', true);
update audit_log set changes = (
  select jsonb_agg(case when change ->> 'field' in ('name', 'description') then jsonb_build_object('field', change -> 'field') else change end)
  from jsonb_array_elements(changes) change
) where action in ('groups.create', 'groups.update') and changes <> '[]';
update audit_log set changes = (
  select jsonb_agg(case when change ->> 'field' = 'url'
    then change || jsonb_build_object('after', regexp_replace(change ->> 'after', '^([a-z]+://)(?:[^/?#]*@)?([^/?#]*).*$', '\1\2')) else change end)
  from jsonb_array_elements(changes) change
) where action = 'webhooks.create';
select set_config('leitor.audit_maintenance', '', true);
