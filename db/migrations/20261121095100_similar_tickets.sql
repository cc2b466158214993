-- What a new ticket is compared with: the subject and the first message of each ticket that was settled (resolved or closed) and
-- has an agent's answer. A table of its own keeps the index small; a long text is cut, as a tsvector holds 1 MB at most.
create table ticket_search (
  ticket_id integer primary key references tickets (id) on delete cascade,
  tsv tsvector not null
);

-- In how many of those tickets a lexeme is, counted in a sample now and then.
create table lexeme_df (
  lexeme text primary key,
  ndoc integer not null
);

-- The vector of a ticket's question.
create function ticket_question_tsv(subject text, question text) returns tsvector language sql stable as $$
  select to_tsvector('portuguese', left(subject, 1000) || ' ' || left(coalesce(question, ''), 20000))
$$;

-- Makes ticket_search true for the given tickets.
create function refresh_ticket_search(ticket_ids integer[]) returns void language plpgsql as $$
begin
  insert into ticket_search (ticket_id, tsv)
  select t.id, ticket_question_tsv(t.subject, (
    select m.body from ticket_messages m where m.ticket_id = t.id and m.origin = 'requester' order by m.id limit 1
  ))
  from tickets t
  where t.id = any (ticket_ids) and t.status in ('resolved', 'closed')
    and exists (select from ticket_messages m where m.ticket_id = t.id and m.origin = 'agent')
  on conflict (ticket_id) do update set tsv = excluded.tsv where ticket_search.tsv is distinct from excluded.tsv;

  delete from ticket_search s using tickets t
  where s.ticket_id = any (ticket_ids) and t.id = s.ticket_id and t.status not in ('resolved', 'closed');
end
$$;

create function ticket_search_after_ticket() returns trigger language plpgsql as $$
begin
  perform refresh_ticket_search(array[new.id]);
  return null;
end
$$;

create trigger ticket_search_status after update on tickets for each row
when (
  (new.status in ('resolved', 'closed')) is distinct from (old.status in ('resolved', 'closed'))
  or (new.status in ('resolved', 'closed') and new.subject is distinct from old.subject)
)
execute function ticket_search_after_ticket();

-- A message usually finds its ticket open: then nothing is to be done.
create function ticket_search_after_messages() returns trigger language plpgsql as $$
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

create trigger ticket_search_messages after insert on ticket_messages
referencing new table as new_messages for each statement
execute function ticket_search_after_messages();

-- Counts lexemes anew, in all tickets or in a sample of pages of about `sampled` tickets.
create function refresh_lexeme_df(sampled integer) returns void language plpgsql as $$
declare
  total bigint;
  share double precision;
begin
  -- An estimate, as counting a million rows takes longer than sampling them; a table never analysed is counted.
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

-- The tickets that are settled already.
insert into ticket_search (ticket_id, tsv)
select t.id, ticket_question_tsv(t.subject, (
  select m.body from ticket_messages m where m.ticket_id = t.id and m.origin = 'requester' order by m.id limit 1
))
from tickets t
where t.status in ('resolved', 'closed')
  and exists (select from ticket_messages m where m.ticket_id = t.id and m.origin = 'agent');

-- Built at once, now that the rows are there. Without a pending list, all of which a search would have to read.
create index ticket_search_tsv_idx on ticket_search using gin (tsv) with (fastupdate = off);

select refresh_lexeme_df(50000);
