create type ticket_status as enum ('open', 'in_progress', 'resolved', 'closed');
create type message_origin as enum ('requester', 'agent', 'ai');

create table tickets (
  id integer generated always as identity primary key,
  subject text not null,
  main text not null,
  issue text,
  newsletter text,
  status ticket_status not null default 'open',
  requester_email text collate "C" check (requester_email = lower(requester_email collate "C")),
  requester_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Listings are newest first by id; these serve each filter without a sort.
create index tickets_status_idx on tickets (status, id desc);
create index tickets_main_idx on tickets (main, id desc);
create index tickets_requester_idx on tickets (requester_email, id desc) where requester_email is not null;
-- Searching subjects by word, in Portuguese.
create index tickets_subject_search_idx on tickets using gin (to_tsvector('portuguese', subject));

create table ticket_messages (
  id integer generated always as identity primary key,
  ticket_id integer not null references tickets (id) on delete cascade,
  author text not null,
  origin message_origin not null,
  body text not null,
  created_at timestamptz not null default now()
);

create index ticket_messages_ticket_idx on ticket_messages (ticket_id, id);

create table ticket_tags (
  ticket_id integer not null references tickets (id) on delete cascade,
  -- No cascade: a tag in use cannot be deleted, even by a request that races the tagging.
  tag_id integer not null references tags (id),
  primary key (ticket_id, tag_id)
);

create index ticket_tags_tag_idx on ticket_tags (tag_id, ticket_id desc);
