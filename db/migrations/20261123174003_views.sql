-- Filters that agents save for themselves or share with all.
create table ticket_views (
  id integer generated always as identity primary key,
  owner_email text collate "C" not null check (owner_email = lower(owner_email collate "C")),
  name text not null,
  -- As `tickets.list` takes it.
  filter jsonb not null,
  sort text not null check (sort in ('newest', 'waiting', 'updated')),
  shared boolean not null,
  updated_at timestamptz not null
);
-- Someone's own, for the list and its limit.
create index ticket_views_owner_idx on ticket_views (owner_email);
-- The shared ones: at most a hundred, beside fifty a person.
create index ticket_views_shared_idx on ticket_views (id) where shared;

-- What a person's console remembers.
create table preferences (
  email text collate "C" primary key check (email = lower(email collate "C")),
  -- JSON as text: jsonb refuses some of the strings that JSON may hold.
  preferences text not null,
  updated_at timestamptz not null
);
