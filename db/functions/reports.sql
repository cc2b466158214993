create or replace function count_inserted_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_count_deltas (hour, main, open, in_progress, resolved, closed)
  select
    date_trunc('hour', created_at, 'UTC'),
    main,
    count(*) filter (where status = 'open'),
    count(*) filter (where status = 'in_progress'),
    count(*) filter (where status = 'resolved'),
    count(*) filter (where status = 'closed')
  from new_tickets
  group by 1, 2;
  return null;
end
$$;

-- New minus old; what did not change a count leaves no row.
create or replace function count_updated_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_count_deltas (hour, main, open, in_progress, resolved, closed)
  select hour, main, sum(open), sum(in_progress), sum(resolved), sum(closed)
  from (
    select
      date_trunc('hour', created_at, 'UTC') as hour,
      main,
      (status = 'open')::integer as open,
      (status = 'in_progress')::integer as in_progress,
      (status = 'resolved')::integer as resolved,
      (status = 'closed')::integer as closed
    from new_tickets
    union all
    select
      date_trunc('hour', created_at, 'UTC'),
      main,
      - (status = 'open')::integer,
      - (status = 'in_progress')::integer,
      - (status = 'resolved')::integer,
      - (status = 'closed')::integer
    from old_tickets
  ) changes
  group by hour, main
  having sum(open) <> 0 or sum(in_progress) <> 0 or sum(resolved) <> 0 or sum(closed) <> 0;
  return null;
end
$$;

create or replace function count_deleted_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_count_deltas (hour, main, open, in_progress, resolved, closed)
  select
    date_trunc('hour', created_at, 'UTC'),
    main,
    - count(*) filter (where status = 'open'),
    - count(*) filter (where status = 'in_progress'),
    - count(*) filter (where status = 'resolved'),
    - count(*) filter (where status = 'closed')
  from old_tickets
  group by 1, 2;
  return null;
end
$$;

-- The deltas first: folding takes its locks in this order too.
create or replace function count_truncated_tickets() returns trigger language plpgsql as $$
begin
  truncate ticket_count_deltas, ticket_counts, ticket_category_counts,
    changed_response_days, ticket_response_days, ticket_response_times;
  return null;
end
$$;

-- Moves at most `at_most` deltas into the ledgers and returns how many it moved; null if another
-- process is folding or rebuilding at this moment. The ledgers change under this lock alone.
create or replace function fold_ticket_counts(at_most integer) returns integer language plpgsql as $$
declare
  moved integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('ticket_counts')) then
    return null;
  end if;
  with deltas as (
    delete from ticket_count_deltas
    where ctid = any (array(select ctid from ticket_count_deltas limit at_most))
    returning *
  ), hours as (
    insert into ticket_counts as ledger (hour, open, in_progress, resolved, closed)
    select hour, sum(open), sum(in_progress), sum(resolved), sum(closed)
    from deltas group by 1 order by 1
    on conflict (hour) do update set
      open = ledger.open + excluded.open,
      in_progress = ledger.in_progress + excluded.in_progress,
      resolved = ledger.resolved + excluded.resolved,
      closed = ledger.closed + excluded.closed
  ), categories as (
    insert into ticket_category_counts as ledger (main, hour, open, in_progress, resolved, closed)
    select main, hour, sum(open), sum(in_progress), sum(resolved), sum(closed)
    from deltas group by 1, 2 order by 1, 2
    on conflict (main, hour) do update set
      open = ledger.open + excluded.open,
      in_progress = ledger.in_progress + excluded.in_progress,
      resolved = ledger.resolved + excluded.resolved,
      closed = ledger.closed + excluded.closed
  )
  select count(*) into moved from deltas;
  return moved;
end
$$;

-- Makes both ledgers say what the tickets say, and returns how many tickets they count. Writers may
-- go on meanwhile: what the ledgers should hold is read in one statement, hence at one moment, as
-- the tickets less the deltas not yet folded; what is written after that moment is in deltas of its
-- own. A temporary table, because only such a statement is read in parallel. Rows that are right
-- are not touched.
create or replace function rebuild_ticket_counts() returns bigint language plpgsql set work_mem = '256MB' as $$
begin
  perform pg_advisory_xact_lock(hashtext('ticket_counts'));
  create temporary table right_counts on commit drop as
  select main, hour, sum(open) as open, sum(in_progress) as in_progress, sum(resolved) as resolved, sum(closed) as closed
  from (
    select
      main collate "C" as main,
      date_trunc('hour', created_at, 'UTC') as hour,
      count(*) filter (where status = 'open') as open,
      count(*) filter (where status = 'in_progress') as in_progress,
      count(*) filter (where status = 'resolved') as resolved,
      count(*) filter (where status = 'closed') as closed
    from tickets
    group by 1, 2
    union all
    select main, hour, - open, - in_progress, - resolved, - closed from ticket_count_deltas
  ) parts
  group by 1, 2
  having sum(open) <> 0 or sum(in_progress) <> 0 or sum(resolved) <> 0 or sum(closed) <> 0;
  analyze right_counts;

  delete from ticket_category_counts ledger
  where not exists (select from right_counts r where r.main = ledger.main and r.hour = ledger.hour);
  insert into ticket_category_counts (main, hour, open, in_progress, resolved, closed)
  select r.main, r.hour, r.open, r.in_progress, r.resolved, r.closed
  from right_counts r
  left join ticket_category_counts l using (main, hour)
  where (r.open, r.in_progress, r.resolved, r.closed) is distinct from (l.open, l.in_progress, l.resolved, l.closed)
  order by 1, 2
  on conflict (main, hour) do update set
    open = excluded.open,
    in_progress = excluded.in_progress,
    resolved = excluded.resolved,
    closed = excluded.closed;

  delete from ticket_counts ledger
  where not exists (select from right_counts r where r.hour = ledger.hour);
  insert into ticket_counts (hour, open, in_progress, resolved, closed)
  select r.hour, r.open, r.in_progress, r.resolved, r.closed
  from (
    select hour, sum(open) as open, sum(in_progress) as in_progress, sum(resolved) as resolved, sum(closed) as closed
    from right_counts group by hour
  ) r
  left join ticket_counts l using (hour)
  where (r.open, r.in_progress, r.resolved, r.closed) is distinct from (l.open, l.in_progress, l.resolved, l.closed)
  order by 1
  on conflict (hour) do update set
    open = excluded.open,
    in_progress = excluded.in_progress,
    resolved = excluded.resolved,
    closed = excluded.closed;

  drop table right_counts;
  return (
    select coalesce(sum(open + in_progress + resolved + closed), 0)
    from (table ticket_counts union all select hour, open, in_progress, resolved, closed from ticket_count_deltas) counts
  );
end
$$;

create or replace function last_replier(of_ticket integer, until timestamptz) returns text language sql stable as $$
  select author from ticket_messages
  where ticket_id = of_ticket and origin <> 'requester' and not automatic and created_at <= until
  order by id desc limit 1
$$;

-- After replies were removed (undone), moved (merged) or renamed (erased).
create or replace function refresh_ticket_responses(ticket_ids integer[]) returns void language sql as $$
  update ticket_responses r
  set first_reply_at = f.created_at, first_reply_by = f.author, resolved_by = f.resolved_by
  from (
    select x.ticket_id, m.created_at, m.author,
      case when x.resolved_at is not null then last_replier(x.ticket_id, x.resolved_at) end as resolved_by
    from ticket_responses x
    left join lateral (
      select created_at, author from ticket_messages
      where ticket_id = x.ticket_id and origin <> 'requester' and not automatic order by id limit 1
    ) m on true
    where x.ticket_id = any (ticket_ids)
  ) f
  where r.ticket_id = f.ticket_id
    and (r.first_reply_at, r.first_reply_by, r.resolved_by) is distinct from (f.created_at, f.author, f.resolved_by)
$$;

create or replace function respond_to_new_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_responses (ticket_id, opened_at, resolved_at)
  select id, created_at, case when status in ('resolved', 'closed') then updated_at end from new_tickets;
  return null;
end
$$;

create or replace function respond_to_reply() returns trigger language plpgsql as $$
begin
  update ticket_responses set first_reply_at = new.created_at, first_reply_by = new.author
  where ticket_id = new.ticket_id and first_reply_at is null;
  return null;
end
$$;

create or replace function respond_to_status() returns trigger language plpgsql as $$
begin
  if new.status in ('resolved', 'closed') then
    update ticket_responses
    set resolved_at = new.updated_at, resolved_by = last_replier(new.id, new.updated_at)
    where ticket_id = new.id and resolved_at is null;
  else
    update ticket_responses set resolved_at = null, resolved_by = null
    where ticket_id = new.id and resolved_at is not null;
  end if;
  return null;
end
$$;

create or replace function respond_to_changed_messages() returns trigger language plpgsql as $$
begin
  perform refresh_ticket_responses((
    select array_agg(distinct ticket_id)
    from (table old_messages union all table new_messages) changed where origin <> 'requester'
  ));
  return null;
end
$$;

create or replace function respond_to_removed_messages() returns trigger language plpgsql as $$
begin
  perform refresh_ticket_responses((select array_agg(distinct ticket_id) from old_messages where origin <> 'requester'));
  return null;
end
$$;

-- Rows that were added or removed: each day once.
create or replace function note_response_days() returns trigger language plpgsql as $$
begin
  insert into changed_response_days (day)
  select distinct (opened_at at time zone 'America/Sao_Paulo')::date from changed_responses;
  return null;
end
$$;

create or replace function note_response_day() returns trigger language plpgsql as $$
begin
  insert into changed_response_days (day) values ((new.opened_at at time zone 'America/Sao_Paulo')::date);
  return null;
end
$$;

create or replace function note_ticket_day() returns trigger language plpgsql as $$
begin
  insert into changed_response_days (day) values ((new.created_at at time zone 'America/Sao_Paulo')::date);
  return null;
end
$$;

-- A statement each, not a row: an insert of many tickets appends one delta an hour and category.
create or replace trigger tickets_count_insert after insert on tickets
referencing new table as new_tickets for each statement execute function count_inserted_tickets();

create or replace trigger tickets_count_update after update on tickets
referencing old table as old_tickets new table as new_tickets
for each statement execute function count_updated_tickets();

create or replace trigger tickets_count_delete after delete on tickets
referencing old table as old_tickets for each statement execute function count_deleted_tickets();

create or replace trigger tickets_count_truncate after truncate on tickets
for each statement execute function count_truncated_tickets();

create or replace trigger ticket_responses_insert after insert on tickets
referencing new table as new_tickets for each statement execute function respond_to_new_tickets();

create or replace trigger ticket_responses_status after update of status on tickets for each row
when (new.status is distinct from old.status) execute function respond_to_status();

create or replace trigger ticket_responses_reply after insert on ticket_messages for each row
when (new.origin <> 'requester' and not new.automatic) execute function respond_to_reply();

create or replace trigger ticket_responses_removed after delete on ticket_messages
referencing old table as old_messages for each statement execute function respond_to_removed_messages();

create or replace trigger ticket_responses_changed after update on ticket_messages
referencing old table as old_messages new table as new_messages
for each statement execute function respond_to_changed_messages();

create or replace trigger ticket_response_days_insert after insert on ticket_responses
referencing new table as changed_responses for each statement execute function note_response_days();

create or replace trigger ticket_response_days_delete after delete on ticket_responses
referencing old table as changed_responses for each statement execute function note_response_days();

create or replace trigger ticket_response_days_update after update on ticket_responses for each row
when (new is distinct from old) execute function note_response_day();

create or replace trigger ticket_response_days_ticket after update of main, merged_into, status on tickets
for each row when (
  new.main is distinct from old.main or new.merged_into is distinct from old.merged_into or new.status <> old.status
)
execute function note_ticket_day();
