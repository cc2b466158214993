create or replace function wait_after_mail() returns trigger language plpgsql as $$
begin
  update tickets t set waiting_since = ticket_waiting_since(t.id)
  where t.id = new.ticket_id and t.status in ('open', 'in_progress')
    and t.waiting_since is distinct from ticket_waiting_since(t.id);
  return null;
end
$$;

create or replace trigger outbox_waiting after update of status, ticket_id on outbox for each row
when (
  (old.status::text in ('failed', 'bounced')) <> (new.status::text in ('failed', 'bounced'))
  or new.status::text in ('failed', 'bounced') and new.ticket_id <> old.ticket_id
)
execute function wait_after_mail();
