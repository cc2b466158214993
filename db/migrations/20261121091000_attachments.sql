-- A row tells of one object in the storage, from before the object is written until after it is gone, so that the two can be
-- reconciled by rows alone: arriving (the object may exist), ready (it exists), leaving (it may still exist).
create type attachment_state as enum ('arriving', 'ready', 'leaving');

create table attachments (
  id integer generated always as identity primary key,
  -- No cascade: a row that went with its ticket would leave an object that nothing knows of.
  ticket_id integer not null references tickets (id),
  message_id integer references ticket_messages (id),
  uploader_email text,
  name text not null,
  path text not null unique,
  type text not null,
  state attachment_state not null default 'arriving',
  -- Of a row that is not ready: until when whoever works on it has it to themselves.
  lease_until timestamptz,
  -- Known once the object is whole.
  size integer,
  sha256 bytea,
  created_at timestamptz not null default now(),
  check ((state = 'ready') = (lease_until is null)),
  check (state <> 'ready' or (size is not null and sha256 is not null))
);

-- A ticket's listing.
create index attachments_ticket_idx on attachments (ticket_id, id) where state = 'ready';
-- What is unfinished, for the janitor.
create index attachments_lease_idx on attachments (lease_until) where state <> 'ready';
-- The foreign key of messages.
create index attachments_message_idx on attachments (message_id) where message_id is not null;

-- Keys that all processes share and no configuration holds: the one that signs download addresses.
create table signing_keys (
  name text primary key,
  value bytea not null
);
