-- The sets of vectors of settled tickets' questions: one a model and its dimensions. The vectors of a set are in the table ticket_vectors_<id>,
-- which the job embed-tickets creates where pgvector is available: this schema is the same with and without it.
create table embedding_sets (
  id integer generated always as identity primary key,
  model text not null,
  dimensions integer not null,
  -- Whether the model was asked to shorten its vectors to these dimensions.
  shortened boolean not null,
  created_at timestamptz not null default now(),
  -- Since when it has every settled ticket: searches use a set that is ready.
  ready_at timestamptz,
  constraint embedding_sets_key unique (model, dimensions),
  constraint embedding_sets_dimensions check (dimensions between 1 and 4000)
);

-- As before, but a question that changed gets a new row: its vectors refer to the former one and go with it.
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
