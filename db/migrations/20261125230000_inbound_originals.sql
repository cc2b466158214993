-- The mail as it came is an object of the storage. Its row is written first, so that a crash leaves
-- no object that nothing knows.
create table inbound_originals (
  id integer generated always as identity primary key,
  hash text not null,
  path text not null,
  bytes integer not null,
  stored boolean not null default false,
  -- Whether no person wrote it; null until the mail that it belongs to is stored.
  automatic boolean,
  -- Whether the object is to be removed.
  unwanted boolean not null default false,
  kept_at timestamptz not null default now()
);

-- A mail that arrives again finds its original.
create unique index inbound_originals_hash_idx on inbound_originals (hash) where stored and not unwanted;
-- The automatic ones are counted at each of them.
create index inbound_originals_automatic_idx on inbound_originals (id) where automatic and not unwanted;
create index inbound_originals_unwanted_idx on inbound_originals (id) where unwanted;

alter table inbound_mails
  add column subject text,
  add column content_hash text,
  add column original_id integer,
  add column looked_at timestamptz;
