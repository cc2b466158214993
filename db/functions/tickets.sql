-- Since when a ticket waits for a reply: since the first message of its requester after the last
-- reply, automatic ones aside. One of our messages whose mail failed or bounced is no reply, and until a reply after that
-- the ticket waits since the mail's last attempt at the latest.
create or replace function ticket_waiting_since(of_ticket integer) returns timestamptz stable language sql as $$
  select least(
    (
      select min(m.created_at) from ticket_messages m
      where m.ticket_id = of_ticket and m.origin = 'requester' and not m.automatic and m.id > coalesce(reply.id, 0)
    ),
    (
      select min(coalesce(o.last_attempt_at, o.created_at)) from outbox o
      where o.ticket_id = of_ticket and o.status::text in ('failed', 'bounced')
        and coalesce(o.returned_at, o.last_attempt_at) > coalesce(reply.created_at, '-infinity')
    )
  )
  from (select) one left join lateral (
    select r.id, r.created_at from ticket_messages r
    where r.ticket_id = of_ticket and r.origin <> 'requester' and not r.automatic and not exists (
      select from outbox o where o.message_id = r.id and o.status::text in ('failed', 'bounced')
    ) order by r.id desc limit 1
  ) reply on true
$$;

-- A text without accents and capitals, as long as the text if its letters are composed ones.
create or replace function without_accents(given text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g'))
$$;

-- As without_accents, with plurals such as `edicoes` as `edicao`: the stemmer knows them by their
-- accents alone.
create or replace function unaccented_form(given text) returns text language sql immutable parallel safe as $$
  select regexp_replace(without_accents(given), '(\w)oes\M', '\1ao', 'g')
$$;

-- The words of a text as they are written and without accents. Only the latter have positions, so
-- that they are those of the text.
create or replace function words_of(given text) returns tsvector language sql immutable parallel safe as $$
  select strip(to_tsvector('portuguese', given)) || to_tsvector('portuguese', unaccented_form(given))
$$;

-- The words of a search as typed, or without accents.
create or replace function search_query(search text) returns tsquery language sql immutable parallel safe as $$
  select websearch_to_tsquery('portuguese', search) || websearch_to_tsquery('portuguese', unaccented_form(search))
$$;

-- Completions of a word whose beginning is typed: words that begin so, and those whose stem is shorter, such
-- as `cancel` for `cancelame`.
create or replace function half_word_query(half text) returns tsquery language sql immutable parallel safe as $$
  select to_tsquery('simple', without_accents(half) || ':*') || coalesce((
    select string_agg(distinct quote_literal(stem), ' | ')::tsquery
    from unnest(array[
      'a', 'e', 'o', 's', 'es', 'ta', 'te', 'to', 'de', 'do', 'co', 'mo', 'so', 'vo', 'nte', 'nto', 'mos', 'ade',
      'sta', 'smo', 'ente', 'ento', 'mente', 'mento'
    ]) ending, unnest(ts_lexize('portuguese_stem', unaccented_form(half || ending))) stem
    where length(stem) between 3 and length(half) and not starts_with(stem, without_accents(half))
  ), '')
$$;

-- The words of a ticket and the name of its requester, read only as far as they are searchable: a
-- ticket may have thousands of long messages.
create or replace function ticket_text(of_ticket integer, subject text) returns tsvector language plpgsql stable as $$
declare
  searchable constant integer := 200000;
  texts text[] := array[subject, (select t.requester_name from tickets t where t.id = of_ticket)];
  room integer := searchable - length(subject);
  message text;
begin
  for message in select left(concat_ws(' ', m.body, m.unsent), 50000) from ticket_messages m where m.ticket_id = of_ticket order by m.id loop
    texts := array_append(texts, message);
    room := room - length(message) - 1;
    exit when room <= 0;
  end loop;
  return words_of(left(array_to_string(texts, ' '), searchable));
end
$$;

-- Makes waiting_since and ticket_texts true after messages of these tickets were changed or
-- removed.
create or replace function refresh_ticket_messages(ticket_ids integer[]) returns void language plpgsql as $$
begin
  update tickets t set waiting_since = ticket_waiting_since(t.id)
  where t.id = any (ticket_ids) and t.status in ('open', 'in_progress')
    and t.waiting_since is distinct from ticket_waiting_since(t.id);
  update ticket_texts x set tsv = ticket_text(t.id, t.subject), unaccented = true from tickets t
  where x.ticket_id = t.id and t.id = any (ticket_ids);
end
$$;

create or replace function after_new_message() returns trigger language plpgsql as $$
begin
  if new.automatic then
    null;
  elsif new.origin = 'requester' then
    update tickets set waiting_since = new.created_at
    where id = new.ticket_id and waiting_since is null and status in ('open', 'in_progress');
    -- A snooze that is over marks the ticket as returned.
    update ticket_snoozes set until = new.created_at where ticket_id = new.ticket_id and until > new.created_at;
  else
    update tickets set waiting_since = null where id = new.ticket_id and waiting_since is not null;
  end if;
  begin
    update ticket_texts set tsv = tsv || words_of(left(concat_ws(' ', new.body, new.unsent), 50000)) where ticket_id = new.ticket_id;
  exception when program_limit_exceeded then
    null;
  end;
  return null;
end
$$;

create or replace function after_changed_messages() returns trigger language plpgsql as $$
begin
  perform refresh_ticket_messages((
    select array_agg(distinct ticket_id) from (table old_messages union all table new_messages) changed
  ));
  return null;
end
$$;

create or replace function after_removed_messages() returns trigger language plpgsql as $$
begin
  perform refresh_ticket_messages((select array_agg(distinct ticket_id) from old_messages));
  return null;
end
$$;

create or replace function wait_after_status() returns trigger language plpgsql as $$
begin
  new.waiting_since := case when new.status in ('open', 'in_progress') then ticket_waiting_since(new.id) end;
  if new.status in ('resolved', 'closed') then
    delete from ticket_snoozes where ticket_id = new.id;
  end if;
  return new;
end
$$;

-- Whether an act of the trail is a person of the team handling a ticket, and not how its messages came.
create or replace function is_handling(role text, action text) returns boolean language sql immutable parallel safe as $$
  select role in ('agent', 'editor', 'admin') and action !~ '^(inbound\.|tickets\.(create|addMessage|holdReply|import)$)'
$$;

-- A returned ticket is no longer marked once somebody handles it.
create or replace function end_return() returns trigger language plpgsql as $$
begin
  delete from ticket_snoozes where ticket_id = substring(new.target from 8)::integer and until <= new.at;
  return null;
end
$$;

create or replace function text_after_ticket() returns trigger language plpgsql as $$
begin
  insert into ticket_texts (ticket_id, tsv, unaccented) values (new.id, ticket_text(new.id, new.subject), true)
  on conflict (ticket_id) do update set tsv = excluded.tsv, unaccented = true;
  return null;
end
$$;

-- An erased ticket stays erased until it is opened again, whatever else touches it.
create or replace function stay_erased() returns trigger language plpgsql as $$
begin
  new.erased_as_of := new.updated_at;
  return new;
end
$$;

create or replace trigger tickets_waiting before update of status on tickets for each row
when (new.status is distinct from old.status) execute function wait_after_status();

create or replace trigger ticket_texts_insert after insert on tickets for each row execute function text_after_ticket();

create or replace trigger ticket_texts_subject after update of subject, requester_name on tickets for each row
when (new.subject is distinct from old.subject or new.requester_name is distinct from old.requester_name) execute function text_after_ticket();

create or replace trigger ticket_messages_added after insert on ticket_messages for each row execute function after_new_message();

create or replace trigger ticket_messages_removed after delete on ticket_messages
referencing old table as old_messages for each statement execute function after_removed_messages();

create or replace trigger ticket_messages_changed after update on ticket_messages
referencing old table as old_messages new table as new_messages for each statement execute function after_changed_messages();

create or replace trigger tickets_erased before update of updated_at on tickets for each row
when (old.erased_as_of = old.updated_at and new.status not in ('open', 'in_progress'))
execute function stay_erased();

create or replace trigger audit_log_handled after insert on audit_log for each row
when (new.outcome = 'done' and new.target ~ '^ticket:\d{1,10}$' and is_handling(new.role, new.action)) execute function end_return();
