-- Tokens that are refused before they expire: those of a person issued before a moment, or one token by its id.
-- The person's e-mail is hashed (SHA-256), so that a revocation outlives the erasure of their data.
create table token_revocations (
  id integer generated always as identity primary key,
  email_hash bytea,
  token_id text,
  revoked_from timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(email_hash, token_id) = 1)
);

-- Every process asks every two seconds for what is new.
create index token_revocations_created_at_idx on token_revocations (created_at);
