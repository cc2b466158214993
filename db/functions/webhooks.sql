-- Stores an event for each endpoint that is subscribed to it; returns for how many.
create or replace function publish_event(event_type text, reader text, event_data jsonb) returns bigint
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
