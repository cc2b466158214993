-- The vector of a ticket's question.
create or replace function ticket_question_tsv(subject text, question text) returns tsvector language sql stable as $$
  select to_tsvector('portuguese', left(subject, 1000) || ' ' || left(coalesce(question, ''), 20000))
$$;

-- Makes ticket_search true for these tickets. A question that changed gets a new row: its vectors
-- refer to the former one and go with it.
create or replace function refresh_ticket_search(ticket_ids integer[]) returns void language plpgsql as $$
begin
  delete from ticket_search s using tickets t
  where s.ticket_id = any (ticket_ids) and t.id = s.ticket_id
    and (t.status not in ('resolved', 'closed') or s.tsv is distinct from ticket_question_tsv(t.subject, (
      select m.body from ticket_messages m where m.ticket_id = t.id and m.origin = 'requester' order by m.id limit 1
    )));

  insert into ticket_search (ticket_id, tsv)
  select t.id, ticket_question_tsv(t.subject, (
    select m.body from ticket_messages m where m.ticket_id = t.id and m.origin = 'requester' order by m.id limit 1
  ))
  from tickets t
  where t.id = any (ticket_ids) and t.status in ('resolved', 'closed')
    and exists (select from ticket_messages m where m.ticket_id = t.id and m.origin = 'agent')
  on conflict (ticket_id) do nothing;
end
$$;

-- Once a statement, not once a ticket: changing the status of 500 tickets takes a third of the time.
create or replace function ticket_search_after_tickets() returns trigger language plpgsql as $$
declare
  changed integer[];
begin
  select array_agg(n.id) into changed
  from new_tickets n join old_tickets o on o.id = n.id
  where (n.status in ('resolved', 'closed')) <> (o.status in ('resolved', 'closed'))
    or (n.status in ('resolved', 'closed') and n.subject <> o.subject);
  if changed is not null then
    perform refresh_ticket_search(changed);
  end if;
  return null;
end
$$;

-- A message usually finds its ticket open: then nothing is to be done.
create or replace function ticket_search_after_messages() returns trigger language plpgsql as $$
declare
  settled integer[];
begin
  select array_agg(distinct t.id) into settled
  from new_messages m join tickets t on t.id = m.ticket_id
  where t.status in ('resolved', 'closed') and m.origin <> 'ai';
  if settled is not null then
    perform refresh_ticket_search(settled);
  end if;
  return null;
end
$$;

-- Counts lexemes anew, in all tickets or in a sample of pages of about `sampled` tickets.
create or replace function refresh_lexeme_df(sampled integer) returns void language plpgsql as $$
declare
  total bigint;
  share double precision;
begin
  -- An estimate, as counting a million rows takes longer than sampling them; a table never
  -- analysed is counted.
  select greatest(reltuples, -1) into total from pg_class where oid = 'ticket_search'::regclass;
  if total < sampled then
    select count(*) into total from ticket_search;
  end if;
  share := least(100, 100.0 * sampled / greatest(total, 1));
  create temporary table sampled_df on commit drop as
    select word as lexeme, ceil(ndoc * 100 / share)::integer as ndoc
    from ts_stat(format('select tsv from ticket_search tablesample system (%s)', share))
    where ndoc > 1;
  -- Readers go on with the former counts until the commit.
  delete from lexeme_df d where not exists (select from sampled_df s where s.lexeme = d.lexeme);
  insert into lexeme_df (lexeme, ndoc) select lexeme, ndoc from sampled_df
  on conflict (lexeme) do update set ndoc = excluded.ndoc where lexeme_df.ndoc <> excluded.ndoc;
end
$$;

create or replace trigger ticket_search_status after update on tickets
referencing old table as old_tickets new table as new_tickets for each statement execute function ticket_search_after_tickets();

create or replace trigger ticket_search_messages after insert on ticket_messages
referencing new table as new_messages for each statement
execute function ticket_search_after_messages();
