create table api_keys (
  -- One sequence numbers keys and revocations, so one cursor pages through both.
  id integer primary key default nextval('token_revocations_id_seq'),
  token_hash bytea not null unique,
  name text not null,
  role text not null check (role in ('reader', 'agent', 'editor', 'admin')),
  -- Null: all.
  domains text[],
  created_by text not null,
  -- Null: a token without an e-mail made it.
  owner_email text collate "C" check (owner_email = lower(owner_email)),
  -- The key that made it, which ends it.
  parent_id integer references api_keys on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);

create index api_keys_owner_idx on api_keys (owner_email);
create index api_keys_parent_idx on api_keys (parent_id);
