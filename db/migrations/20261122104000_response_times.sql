-- When each ticket was first replied to and settled, and by whom: what the report of response times reads. In one row a ticket, beside
-- `tickets`, whose rows are wide and written often. Triggers keep it true, so that processes of the former version may keep writing.
create table ticket_responses (
  ticket_id integer primary key references tickets (id) on delete cascade,
  opened_at timestamptz not null,
  -- The first message that is not the requester's.
  first_reply_at timestamptz,
  first_reply_by text collate "C",
  -- When the ticket was last resolved or closed; null while it is open.
  resolved_at timestamptz,
  -- The author of the last reply before that.
  resolved_by text collate "C"
);

create function last_replier(of_ticket integer, until timestamptz) returns text language sql stable as $$
  select author from ticket_messages
  where ticket_id = of_ticket and origin <> 'requester' and created_at <= until
  order by id desc limit 1
$$;

create function respond_to_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_responses (ticket_id, opened_at, resolved_at)
  select id, created_at, case when status in ('resolved', 'closed') then updated_at end from new_tickets;
  return null;
end
$$;
create trigger ticket_responses_insert after insert on tickets
referencing new table as new_tickets for each statement execute function respond_to_new_tickets();

create function respond_to_status() returns trigger language plpgsql as $$
begin
  if new.status in ('resolved', 'closed') then
    update ticket_responses
    set resolved_at = new.updated_at, resolved_by = last_replier(new.id, new.updated_at)
    where ticket_id = new.id and resolved_at is null;
  else
    update ticket_responses set resolved_at = null, resolved_by = null
    where ticket_id = new.id and resolved_at is not null;
  end if;
  return null;
end
$$;
create trigger ticket_responses_status after update of status on tickets for each row
when (new.status is distinct from old.status) execute function respond_to_status();

create function respond_to_reply() returns trigger language plpgsql as $$
begin
  update ticket_responses set first_reply_at = new.created_at, first_reply_by = new.author
  where ticket_id = new.ticket_id and first_reply_at is null;
  return null;
end
$$;
create trigger ticket_responses_reply after insert on ticket_messages for each row
when (new.origin <> 'requester') execute function respond_to_reply();

-- After replies were removed (undone), moved (merged) or renamed (erased).
create function refresh_ticket_responses(ticket_ids integer[]) returns void language sql as $$
  update ticket_responses r
  set first_reply_at = f.created_at, first_reply_by = f.author, resolved_by = f.resolved_by
  from (
    select x.ticket_id, m.created_at, m.author,
      case when x.resolved_at is not null then last_replier(x.ticket_id, x.resolved_at) end as resolved_by
    from ticket_responses x
    left join lateral (
      select created_at, author from ticket_messages
      where ticket_id = x.ticket_id and origin <> 'requester' order by id limit 1
    ) m on true
    where x.ticket_id = any (ticket_ids)
  ) f
  where r.ticket_id = f.ticket_id
    and (r.first_reply_at, r.first_reply_by, r.resolved_by) is distinct from (f.created_at, f.author, f.resolved_by)
$$;

create function respond_to_removed_messages() returns trigger language plpgsql as $$
begin
  perform refresh_ticket_responses((select array_agg(distinct ticket_id) from old_messages where origin <> 'requester'));
  return null;
end
$$;
create trigger ticket_responses_removed after delete on ticket_messages
referencing old table as old_messages for each statement execute function respond_to_removed_messages();

create function respond_to_changed_messages() returns trigger language plpgsql as $$
begin
  perform refresh_ticket_responses((
    select array_agg(distinct ticket_id)
    from (table old_messages union all table new_messages) changed where origin <> 'requester'
  ));
  return null;
end
$$;
create trigger ticket_responses_changed after update on ticket_messages
referencing old table as old_messages new table as new_messages
for each statement execute function respond_to_changed_messages();

-- The tickets that are there already; writers of tickets wait meanwhile. When a ticket was settled was not kept: its last change stands for it.
insert into ticket_responses (ticket_id, opened_at, first_reply_at, first_reply_by, resolved_at, resolved_by)
select t.id, t.created_at, m.created_at, m.author,
  case when t.status in ('resolved', 'closed') then t.updated_at end,
  case when t.status in ('resolved', 'closed') then last_replier(t.id, t.updated_at) end
from tickets t
left join lateral (
  select created_at, author from ticket_messages
  where ticket_id = t.id and origin <> 'requester' order by id limit 1
) m on true;
create index ticket_responses_opened_idx on ticket_responses (opened_at);
