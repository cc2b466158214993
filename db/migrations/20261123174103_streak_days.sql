-- Readers by day, for the overview of streaks. A streak of 0 counts those who read on the day; a longer one, of the last days alone, those whose
-- last day it is and whose run up to it has so many days. The day -infinity counts all readers.
create table streak_days (
  day date not null,
  streak integer not null,
  readers bigint not null,
  primary key (day, streak)
);
-- What readings change: appended, because readers who update the same row would wait for each other.
create table streak_day_deltas (
  day date not null,
  streak integer not null,
  readers integer not null
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 5000);

create function count_streak_days() returns trigger language plpgsql as $$
declare
  former datemultirange := '{}';
  present datemultirange := '{}';
begin
  if tg_op <> 'INSERT' then
    former := old.read_days;
    insert into streak_day_deltas values (upper(former) - 1, old.current_streak, -1);
  end if;
  if tg_op <> 'DELETE' then
    present := new.read_days;
    insert into streak_day_deltas values (upper(present) - 1, new.current_streak, 1);
  end if;
  insert into streak_day_deltas
  select lower(run) + place, 0, change
  from (select unnest(present - former) as run, 1 as change union all select unnest(former - present), -1) changed,
    generate_series(0, upper(run) - lower(run) - 1) as place;
  if tg_op <> 'UPDATE' then
    insert into streak_day_deltas values ('-infinity', 0, case tg_op when 'INSERT' then 1 else -1 end);
  end if;
  return null;
end
$$;
create trigger streaks_days_counted after insert or delete on streaks for each row execute function count_streak_days();
create trigger streaks_days_recounted after update on streaks for each row
when (old.read_days is distinct from new.read_days) execute function count_streak_days();

-- Moves the deltas into the counts and returns how many there were; null if another process does. Nobody reads runs that ended before `oldest`.
create function fold_streak_days(oldest date) returns bigint language plpgsql as $$
declare
  moved bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold streak days')) then
    return null;
  end if;
  with taken as (
    delete from streak_day_deltas returning *
  ), counts as (
    insert into streak_days as d
    select day, streak, sum(readers) from taken where streak = 0 or day >= oldest
    group by 1, 2 having sum(readers) <> 0 order by 1, 2
    on conflict (day, streak) do update set readers = d.readers + excluded.readers
  )
  select count(*) into moved from taken;
  return moved;
end
$$;

-- The readers that are there already: a few seconds a million, in which those who read wait. Days follow from where runs begin and end.
insert into streak_days
select day::date, 0, readers from (
  select day as first, lead(day) over (order by day) - 1 as last, sum(change) over (order by day) as readers from (
    select day, sum(change) as change from (
      select lower(run) as day, 1 as change from streaks, unnest(read_days) as run
      union all
      select upper(run), -1 from streaks, unnest(read_days) as run
    ) edges group by 1
  ) changes
) spans, generate_series(first, last, interval '1 day') as day
where readers > 0;
insert into streak_days
select upper(read_days) - 1, current_streak, count(*) from streaks where upper(read_days) > current_date - 7 group by 1, 2;
insert into streak_days select '-infinity', 0, count(*) from streaks having count(*) > 0;
