-- Endpoints of others that events are sent to. One process at a time sends to an endpoint, so its row holds the lease and
-- the backoff too.
create table webhooks (
  id integer generated always as identity primary key,
  url text not null,
  events text[] not null,
  secret text not null,
  -- The secret before the last rotation; it signs too until its time is over.
  previous_secret text,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  -- When the oldest pending delivery is attempted.
  due_at timestamptz not null default now(),
  -- When whoever sends to it must be dead.
  lease_until timestamptz,
  -- The number of the claim that holds the lease.
  claims integer not null default 0,
  -- Failed attempts since the last success.
  failures integer not null default 0,
  failing_since timestamptz,
  disabled_at timestamptz
);
alter table webhooks set (fillfactor = 50);

-- An event for an endpoint, written in the transaction of its change.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  -- No foreign key: every submission at noon would take its lock on the same row.
  webhook_id integer not null,
  -- The same for all endpoints; sent as `webhook-id`.
  event_id uuid not null,
  type text not null,
  -- The reader it is about, in lower case; sent as a field of `data`.
  email text collate "C",
  data jsonb not null,
  occurred_at timestamptz not null default now(),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  response_status integer,
  error text,
  delivered_at timestamptz
);
-- The next delivery of an endpoint, and whether it has one.
create index webhook_deliveries_pending_idx on webhook_deliveries (webhook_id, id) where status = 'pending';
-- The log of an endpoint.
create index webhook_deliveries_log_idx on webhook_deliveries (webhook_id, id);
-- What the retention removes; rows are in the order of time.
create index webhook_deliveries_age_idx on webhook_deliveries using brin (occurred_at);
-- What is erased with a person.
create index webhook_deliveries_email_idx on webhook_deliveries (email) where email is not null;

-- Stores an event for each endpoint that is subscribed to it; returns for how many.
create function publish_event(event_type text, reader text, event_data jsonb) returns bigint
language sql as $$
  with event as materialized (
    select gen_random_uuid() as id
  ), stored as (
    insert into webhook_deliveries (webhook_id, event_id, type, email, data)
    select w.id, event.id, event_type, reader, event_data
    from webhooks w, event
    where event_type = any (w.events)
    returning id
  )
  select count(*) from stored
$$;
