create table groups (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text,
  is_public boolean not null,
  owner_email text collate "C" not null check (owner_email = lower(owner_email collate "C")),
  created_at timestamptz not null default now()
);

-- Listings are newest first.
create index groups_newest_idx on groups (created_at desc, id desc);

-- Who is listed here is an active member; leaving removes the row.
create table group_members (
  group_id uuid not null references groups (id) on delete cascade,
  email text collate "C" not null check (email = lower(email collate "C")),
  -- Grows with each member added: rankings put earlier members first.
  added bigint not null generated always as identity,
  -- A group's ranking reads this index alone.
  constraint group_members_pkey primary key (group_id, email) include (added)
);
