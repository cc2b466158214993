-- Ticket reports read counts an hour, never the tickets: they cost the same at one million tickets and at ten.
--
-- Whoever writes tickets appends signed differences to ticket_count_deltas, in the same transaction (the triggers below).
-- fold_ticket_counts() moves them into the two ledgers; readers add ledger and deltas, so that a report is exact at any
-- moment. Writers never update a shared row: with one row an hour, transactions that live 5 ms more fall from 2 836 to 171
-- inserts a second, and two tickets a transaction deadlock.
--
-- Hours are UTC ones: the offset of America/Sao_Paulo is whole hours.
create table ticket_count_deltas (
  hour timestamptz not null,
  main text collate "C" not null,
  open integer not null,
  in_progress integer not null,
  resolved integer not null,
  closed integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

-- All categories together, so that the report without a filter reads one row an hour however many there are.
create table ticket_counts (
  hour timestamptz primary key,
  open integer not null,
  in_progress integer not null,
  resolved integer not null,
  closed integer not null
);

create table ticket_category_counts (
  main text collate "C" not null,
  hour timestamptz not null,
  open integer not null,
  in_progress integer not null,
  resolved integer not null,
  closed integer not null,
  primary key (main, hour)
);

create function count_inserted_tickets() returns trigger language plpgsql as $$
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

create function count_deleted_tickets() returns trigger language plpgsql as $$
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

-- New minus old; what did not change a count leaves no row.
create function count_updated_tickets() returns trigger language plpgsql as $$
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

-- The deltas first: folding takes its locks in this order too.
create function count_truncated_tickets() returns trigger language plpgsql as $$
begin
  truncate ticket_count_deltas, ticket_counts, ticket_category_counts;
  return null;
end
$$;

-- A statement each, not a row: an insert of many tickets appends one delta an hour and category.
create trigger tickets_count_insert after insert on tickets
referencing new table as new_tickets for each statement execute function count_inserted_tickets();

create trigger tickets_count_update after update on tickets
referencing old table as old_tickets new table as new_tickets
for each statement execute function count_updated_tickets();

create trigger tickets_count_delete after delete on tickets
referencing old table as old_tickets for each statement execute function count_deleted_tickets();

create trigger tickets_count_truncate after truncate on tickets
for each statement execute function count_truncated_tickets();

-- Moves at most `at_most` deltas into the ledgers and answers how many it moved; null where another process is folding or
-- rebuilding at this moment. The ledgers change under this lock alone.
create function fold_ticket_counts(at_most integer) returns integer language plpgsql as $$
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

-- Makes both ledgers say what the tickets say, and answers how many tickets they count. Writers may go on meanwhile: what the
-- ledgers should hold is read in one statement, hence at one moment, as the tickets less the deltas not yet folded; what is
-- written after that moment is in deltas of its own. A temporary table, because only such a statement is read in parallel.
-- Rows that are right are not touched.
create function rebuild_ticket_counts() returns bigint language plpgsql set work_mem = '256MB' as $$
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

-- The tickets that are there already. The triggers' locks keep writers out until this migration has committed.
select rebuild_ticket_counts();
