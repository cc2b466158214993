-- People who signed in to the console, and the roles that administrators give by e-mail.
create table sessions (
  id integer primary key generated always as identity,
  -- SHA-256 of the value in the cookie.
  token_hash bytea not null unique,
  email text not null,
  subject text not null,
  name text,
  -- What the ID token said, without the team's role.
  role text not null check (role in ('reader', 'agent', 'editor', 'admin')),
  -- When the provider issued the ID token: revocations count from there.
  issued_at timestamptz not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_email_idx on sessions (email);
create index sessions_created_at_idx on sessions (created_at);

-- Sign-ins between the redirect to the provider and its callback, which deletes the row: each state works once.
create table sign_ins (
  -- SHA-256 of the state.
  state_hash bytea primary key,
  nonce text not null,
  code_verifier text not null,
  created_at timestamptz not null
);
create index sign_ins_created_at_idx on sign_ins (created_at);

create table team (
  email text primary key,
  role text not null check (role in ('agent', 'editor', 'admin')),
  created_at timestamptz not null
);

-- Each request of a session looks for a revocation of its person.
create index token_revocations_email_hash_idx on token_revocations (email_hash) where email_hash is not null;
