-- Keys that were replaced: what they signed stays valid until then.
create table previous_signing_keys (
  id bigint generated always as identity primary key,
  name text not null,
  value bytea not null,
  valid_until timestamptz not null
);
create index previous_signing_keys_idx on previous_signing_keys (name, valid_until);
