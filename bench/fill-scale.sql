-- Tickets of four years with three messages each, and readers with streaks and groups, as many as `bench.tickets` and
-- `bench.readers` say. Triggers are off: what they keep is made at once. Statements end at an empty line.
set session_replication_role = replica;

set work_mem = '256MB';

set time zone 'America/Sao_Paulo';

create function bench_dice(n bigint, of integer) returns float8 language sql immutable parallel safe as
  $$ select (hashint8extended(n, of) & 9007199254740991) / 9007199254740992.0::float8 $$;

create function bench_name(n integer) returns text language sql immutable parallel safe as $$
  select
    (array[
      'Maria', 'José', 'Ana', 'João', 'Antônio', 'Francisco', 'Carlos', 'Paulo', 'Pedro', 'Lucas', 'Luiz', 'Marcos',
      'Luís', 'Gabriel', 'Rafael', 'Francisca', 'Daniel', 'Marcelo', 'Bruno', 'Eduardo', 'Felipe', 'Raimundo', 'Antônia',
      'Rodrigo', 'Manoel', 'Adriana', 'Juliana', 'Márcia', 'Fernanda', 'Patrícia', 'Aline', 'Sandra', 'Camila', 'Amanda',
      'Bruna', 'Jéssica', 'Letícia', 'Júlia', 'Luciana', 'Vanessa'
    ])[1 + floor(40 * power(bench_dice(n, 1), 2))::integer] || ' ' ||
    (array[
      'Silva', 'Santos', 'Oliveira', 'Souza', 'Rodrigues', 'Ferreira', 'Alves', 'Pereira', 'Lima', 'Gomes', 'Costa', 'Ribeiro',
      'Martins', 'Carvalho', 'Almeida', 'Lopes', 'Soares', 'Fernandes', 'Vieira', 'Barbosa', 'Rocha', 'Dias', 'Nascimento',
      'Andrade', 'Moreira', 'Nunes', 'Marques', 'Machado', 'Mendes', 'Freitas', 'Cardoso', 'Ramos', 'Gonçalves', 'Santana',
      'Teixeira', 'Moura', 'Brandão', 'Queiroz', 'Sampaio', 'Xavier'
    ])[1 + floor(40 * power(bench_dice(n, 2), 2))::integer]
$$;

create function bench_email(n integer) returns text language sql immutable parallel safe as $$
  select translate(lower(bench_name(n)), ' áâãéêíóôúç', '.aaaeeioouc') || n || '@exemplo.com.br'
$$;

create function bench_agent(ticket integer) returns text language sql immutable parallel safe as $$
  select case when ticket % 20 = 0 then 'bia' else 'agente' || ticket % 24 end || '@leitor.example'
$$;

-- The time between two messages of a ticket, from five minutes to two days.
create function bench_step(ticket integer) returns interval language sql immutable parallel safe as
  $$ select interval '1 minute' * (5 + 2880 * power(bench_dice(ticket, 3), 4)) $$;

create function bench_texts() returns integer language sql stable parallel safe as
  $$ select least(current_setting('bench.tickets')::integer, 60000) $$;

create function bench_text(message bigint) returns integer language sql stable parallel safe as
  $$ select (message * 7919 % bench_texts())::integer $$;

-- A few of the 20 000 words are in most texts, most words are in few.
create table bench_texts as
select n, body, words_of(body) as tsv
from generate_series(0, bench_texts() - 1) as n cross join lateral (
  select string_agg('ter' || translate(floor(20000 * power(bench_dice(n, 10 + place), 3))::integer::text, '0123456789', 'abcdefghij') || 'mo', ' ') as body
  from generate_series(1, 20 + n % 20) as place
) written;

alter table bench_texts add primary key (n);

create table bench_words as
select text, words_of(text) as tsv from (
  select 'Assunto do ticket ' || n as text from generate_series(0, 999) as n
  union select bench_name(n) from generate_series(0, 99999) as n
) texts;

alter table bench_words add primary key (text);

create table bench_indexes as
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
from pg_index i where not indisprimary and indrelid = any ('{
  tickets, ticket_messages, ticket_texts, ticket_search, ticket_responses, ticket_tags, accounts, streaks, group_members
}'::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid);

do $$ declare name text; begin
  for name in select bench_indexes.name from bench_indexes loop execute 'drop index ' || name; end loop;
end $$;

insert into tickets (
  subject, main, issue, newsletter, status, requester_email, requester_name, created_at, updated_at, assignee_email, waiting_since
)
select
  'Assunto do ticket ' || i % 1000,
  'Categoria ' || i % 8,
  case when i % 5 > 0 then 'Motivo ' || i % 97 end,
  case when i % 3 > 0 then 'Newsletter ' || i % 13 end,
  status, bench_email(reader), bench_name(reader), at, least(at + 3 * step, now()),
  case when i % 5 < 3 then bench_agent(i) end,
  case when i % 4 = 1 and status in ('open', 'in_progress') then at + 2 * step end
from (
  select i, 1 + i % current_setting('bench.readers')::integer as reader, bench_step(i) as step,
    (enum_range(null::ticket_status))[1 + i % 17 % 4] as status,
    now() - interval '1461 days' + i * (interval '1458 days' / current_setting('bench.tickets')::integer) as at
  from generate_series(1, current_setting('bench.tickets')::integer) as i
) numbers;

insert into ticket_messages (ticket_id, author, origin, body, created_at)
select t.id,
  case when origin = 'agent' then bench_agent(t.id) else requester_name end, origin,
  (select body from bench_texts where n = bench_text((t.id - 1)::bigint * 3 + place)),
  created_at + place * bench_step(t.id)
from tickets t cross join generate_series(0, 2) as place
cross join lateral (
  select (case when place = 0 or place = 2 and t.id % 4 = 1 then 'requester' else 'agent' end)::message_origin as origin
) o
order by t.id, place;

insert into ticket_texts (ticket_id, tsv, unaccented)
select id,
  (select tsv from bench_words where text = subject) || (select tsv from bench_words where text = requester_name)
    || (select tsv from bench_texts where n = bench_text((id - 1)::bigint * 3))
    || (select tsv from bench_texts where n = bench_text((id - 1)::bigint * 3 + 1))
    || (select tsv from bench_texts where n = bench_text((id - 1)::bigint * 3 + 2)),
  true
from tickets order by id;

insert into ticket_search (ticket_id, tsv)
select id, strip(
  (select tsv from bench_words where text = subject) || (select tsv from bench_texts where n = bench_text((id - 1)::bigint * 3))
)
from tickets where status in ('resolved', 'closed') order by id;

insert into ticket_responses (ticket_id, opened_at, first_reply_at, first_reply_by, resolved_at, resolved_by)
select id, created_at, created_at + bench_step(id), bench_agent(id),
  case when status in ('resolved', 'closed') then updated_at end,
  case when status in ('resolved', 'closed') then bench_agent(id) end
from tickets order by id;

insert into tags (name, color)
select case n when 1 then 'Comum' when 2 then 'Rara' else 'Tag ' || n end, '#000000' from generate_series(1, 20) as n;

-- A tenth of the tickets has the first tag, one of 5 000 the second, one of 50 each other one.
insert into ticket_tags (ticket_id, tag_id)
select id, 1 from tickets where id % 10 = 3
union all select id, 2 from tickets where id % 5000 = 7
union all select id, 3 + id % 18 from tickets where id % 3 = 1;

select rebuild_ticket_counts();

insert into accounts (email, name)
select bench_email(n), bench_name(n) from generate_series(1, current_setting('bench.readers')::integer) as n;

-- Of ten readers seven were active in the last week; the other three have longer streaks.
insert into streaks (email, read_days, last_interaction_at, since)
select bench_email(n), datemultirange(daterange(day - 400 - n % 7, day - 390), daterange(day - length, day + 1)), at,
  now() - n % 1000 * interval '1 day'
from (
  select n,
    case when n % 10 < 3 then 150 else 0 end + floor(150 * bench_dice(n, 4))::integer as length,
    now() - interval '1 second' *
      case when n % 10 < 3 then 604801 + 5184000 * bench_dice(n, 5) else 604800 * bench_dice(n, 5) end as at
  from generate_series(1, current_setting('bench.readers')::integer) as n
) readers cross join lateral (select (at at time zone 'America/Sao_Paulo')::date as day) days;

insert into streak_counts select current_streak, max_streak, active_quarter, count(*) from streaks group by 1, 2, 3;

insert into streak_totals select current_streak, quarter, sum(readers) from streak_counts group by 1, 2;

insert into streak_blocks select current_streak / 32, quarter, sum(readers) from streak_counts group by 1, 2;

insert into streak_longest_blocks select current_streak, max_streak / 32, quarter, sum(readers) from streak_counts group by 1, 2, 3;

-- The job would count the weeks during the measurements.
insert into streak_weeks_counted
select week::date from generate_series(date_trunc('week', now()) - interval '104 weeks', now() + interval '7 days', '7 days') as week;

insert into groups (name, is_public, owner_email)
select 'Grupo de ' || members, true, 'dona@leitor.example' from unnest(array[100, 1000, 10000, 100000]) as members
where members <= current_setting('bench.readers')::integer;

insert into group_members (group_id, email, current_streak, max_streak, last_interaction, name)
select g.id, s.email, s.current_streak, s.max_streak, floor(extract(epoch from s.last_interaction_at)), bench_name(n)
from groups g cross join lateral generate_series(1, split_part(g.name, ' ', 3)::integer) as place
cross join lateral (select 1 + (place::bigint * 7919 % current_setting('bench.readers')::integer)::integer as n) r
join streaks s on s.email = bench_email(n);

do $$ declare definition text; begin
  for definition in select bench_indexes.definition from bench_indexes loop execute definition; end loop;
end $$;

drop table bench_texts, bench_words, bench_indexes;

vacuum (analyze);
