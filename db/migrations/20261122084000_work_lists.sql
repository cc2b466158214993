-- Work lists: assignees, the queue of waiting customers, internal notes, merged tickets, and the search in subjects and messages.
-- Triggers keep the new columns and tables true, so that processes of the former version, which know nothing of them, may keep writing.
alter table tickets
  add column assignee_email text collate "C" check (assignee_email = lower(assignee_email collate "C")),
  -- Of an open ticket whose last message is the customer's: when the first message since the last reply was written.
  add column waiting_since timestamptz,
  -- The ticket that took over this one's messages.
  add column merged_into integer references tickets (id);

create index tickets_queue_idx on tickets (waiting_since, id) where waiting_since is not null;
create index tickets_assignee_queue_idx on tickets (assignee_email, waiting_since, id) where waiting_since is not null;
create index tickets_merged_idx on tickets (merged_into) where merged_into is not null;

create function ticket_waiting_since(of_ticket integer) returns timestamptz language sql stable as $$
  select min(m.created_at) from ticket_messages m
  where m.ticket_id = of_ticket and m.origin = 'requester' and m.id > coalesce((
    select r.id from ticket_messages r where r.ticket_id = of_ticket and r.origin <> 'requester' order by r.id desc limit 1
  ), 0)
$$;

create function wait_after_status() returns trigger language plpgsql as $$
begin
  new.waiting_since := case when new.status in ('open', 'in_progress') then ticket_waiting_since(new.id) end;
  return new;
end
$$;
create trigger tickets_waiting before update of status on tickets for each row
when (new.status is distinct from old.status) execute function wait_after_status();

-- Makes waiting_since and ticket_texts true after messages of these tickets were changed or removed.
create function refresh_ticket_messages(ticket_ids integer[]) returns void language plpgsql as $$
begin
  update tickets t set waiting_since = ticket_waiting_since(t.id)
  where t.id = any (ticket_ids) and t.status in ('open', 'in_progress')
    and t.waiting_since is distinct from ticket_waiting_since(t.id);
  update ticket_texts x set tsv = ticket_text(t.id, t.subject) from tickets t
  where x.ticket_id = t.id and t.id = any (ticket_ids);
end
$$;

-- The words of a ticket's subject and messages. In one row a ticket, so that a search walks its key or its index and joins nothing.
create table ticket_texts (
  ticket_id integer primary key references tickets (id) on delete cascade,
  tsv tsvector not null
);

-- A tsvector holds 1 MB at most: of very long tickets the beginning is found.
create function ticket_text(of_ticket integer, subject text) returns tsvector language sql stable as $$
  select to_tsvector('portuguese', left(subject || ' ' || coalesce((
    select string_agg(left(m.body, 50000), ' ' order by m.id) from ticket_messages m where m.ticket_id = of_ticket
  ), ''), 200000))
$$;

create function text_after_ticket() returns trigger language plpgsql as $$
begin
  insert into ticket_texts (ticket_id, tsv) values (new.id, ticket_text(new.id, new.subject))
  on conflict (ticket_id) do update set tsv = excluded.tsv;
  return null;
end
$$;
create trigger ticket_texts_insert after insert on tickets for each row execute function text_after_ticket();
create trigger ticket_texts_subject after update of subject on tickets for each row
when (new.subject is distinct from old.subject) execute function text_after_ticket();

create function after_new_message() returns trigger language plpgsql as $$
begin
  if new.origin = 'requester' then
    update tickets set waiting_since = new.created_at
    where id = new.ticket_id and waiting_since is null and status in ('open', 'in_progress');
  else
    update tickets set waiting_since = null where id = new.ticket_id and waiting_since is not null;
  end if;
  begin
    update ticket_texts set tsv = tsv || to_tsvector('portuguese', left(new.body, 50000)) where ticket_id = new.ticket_id;
  exception when program_limit_exceeded then
    null;
  end;
  return null;
end
$$;
create trigger ticket_messages_added after insert on ticket_messages for each row execute function after_new_message();

create function after_removed_messages() returns trigger language plpgsql as $$
begin
  perform refresh_ticket_messages((select array_agg(distinct ticket_id) from old_messages));
  return null;
end
$$;
create trigger ticket_messages_removed after delete on ticket_messages
referencing old table as old_messages for each statement execute function after_removed_messages();

create function after_changed_messages() returns trigger language plpgsql as $$
begin
  perform refresh_ticket_messages((
    select array_agg(distinct ticket_id) from (table old_messages union all table new_messages) changed
  ));
  return null;
end
$$;
create trigger ticket_messages_changed after update on ticket_messages
referencing old table as old_messages new table as new_messages for each statement execute function after_changed_messages();

-- What agents write for each other. Never mailed, and in a prompt only if marked.
create table ticket_notes (
  id integer generated always as identity primary key,
  ticket_id integer not null references tickets (id) on delete cascade,
  author text not null,
  body text not null,
  in_prompt boolean not null default false,
  created_at timestamptz not null default now()
);
create index ticket_notes_ticket_idx on ticket_notes (ticket_id, id);

-- The tickets that are there already. About a minute a million tickets, during which writers of tickets wait.
insert into ticket_texts (ticket_id, tsv) select id, ticket_text(id, subject) from tickets;
create index ticket_texts_tsv_idx on ticket_texts using gin (tsv) with (fastupdate = off);
update tickets set waiting_since = ticket_waiting_since(id)
where status in ('open', 'in_progress') and ticket_waiting_since(id) is not null;
