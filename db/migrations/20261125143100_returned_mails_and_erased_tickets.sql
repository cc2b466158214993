-- A mail that is armed again has its day anew; `attempts` goes on counting, because it is the fence of the attempts.
alter table outbox add column if not exists attempts_before integer not null default 0;

-- When a mail failed or bounced; null: before this column, or by the former version.
alter table outbox add column if not exists returned_at timestamptz;

-- As before, but one of our messages whose mail failed or bounced is no reply, and until a reply after that the ticket waits since the mail's
-- last attempt at the latest. The status is compared as text: the transaction that adds a value to an enum cannot use it.
create or replace function ticket_waiting_since(of_ticket integer) returns timestamptz stable language sql as $$
  select least(
    (
      select min(m.created_at) from ticket_messages m
      where m.ticket_id = of_ticket and m.origin = 'requester' and m.id > coalesce(reply.id, 0)
    ),
    (
      select min(coalesce(o.last_attempt_at, o.created_at)) from outbox o
      where o.ticket_id = of_ticket and o.status::text in ('failed', 'bounced')
        and coalesce(o.returned_at, o.last_attempt_at) > coalesce(reply.created_at, '-infinity')
    )
  )
  from (select) one left join lateral (
    select r.id, r.created_at from ticket_messages r
    where r.ticket_id = of_ticket and r.origin <> 'requester' and not exists (
      select from outbox o where o.message_id = r.id and o.status::text in ('failed', 'bounced')
    ) order by r.id desc limit 1
  ) reply on true
$$;

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

-- An erased ticket stays erased until it is opened again, whatever else touches it.
create or replace function stay_erased() returns trigger language plpgsql as $$
begin
  new.erased_as_of := new.updated_at;
  return new;
end
$$;

create or replace trigger tickets_erased before update of updated_at on tickets for each row
when (old.erased_as_of = old.updated_at and new.status not in ('open', 'in_progress'))
execute function stay_erased();
