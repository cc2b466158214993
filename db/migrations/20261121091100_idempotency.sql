-- Answers given under an Idempotency-Key. A row without a status is a request still running, or one that died: it holds
-- the key until lease_until. A row with one is replayed until expires_at.
create table idempotency_keys (
  caller text not null,
  path text not null,
  key text not null,
  -- Which run holds the key: a run that lost it can no longer answer.
  run uuid not null,
  lease_until timestamptz not null,
  expires_at timestamptz not null,
  -- SHA-256 of what was asked; unknown while a body is still arriving.
  body_hash bytea,
  status smallint,
  body json,
  primary key (caller, path, key),
  check (status is null or (body_hash is not null and body is not null))
);

-- Removing what has expired.
create index idempotency_keys_expiry_idx on idempotency_keys (expires_at);
