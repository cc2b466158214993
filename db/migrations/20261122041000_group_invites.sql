-- Links that let readers join a group. Revoking one deletes it.
create table group_invites (
  id integer primary key generated always as identity,
  group_id uuid not null references groups (id) on delete cascade,
  -- SHA-256: whoever reads this table cannot join.
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  -- Null: any number.
  max_uses integer,
  uses integer not null default 0,
  created_at timestamptz not null
);
create index group_invites_group_idx on group_invites (group_id);

-- The groups a reader owns.
create index groups_owner_idx on groups (owner_email);
