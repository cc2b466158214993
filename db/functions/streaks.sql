-- Length in days of the run that holds the last day of a set of days; 0 for none. (Plain SQL would
-- be half as fast here.)
create or replace function last_run(days datemultirange) returns integer
language plpgsql immutable strict parallel safe as $$
declare
  runs daterange[] := array(select unnest(days));
  latest daterange := runs[cardinality(runs)];
begin
  return coalesce(upper(latest) - lower(latest), 0);
end
$$;

-- Length in days of the longest run of a set of days; 0 for none.
create or replace function longest_run(days datemultirange) returns integer
language plpgsql immutable strict parallel safe as $$
begin
  return coalesce((select max(upper(run) - lower(run)) from unnest(days) run), 0);
end
$$;

-- Credits a civil day to a reader and notes the activity at a moment; idempotent and in any order. Returns
-- the new streaks. Other statements may call it, such as the one that stores a passed quiz.
create or replace function credit_reading(reader text, day date, at timestamptz, out current_streak integer, out max_streak integer)
language plpgsql as $$
declare
  days datemultirange := datemultirange(daterange(day, day, '[]'));
begin
  -- Nearly every reader is known already, and updating one is faster than inserting one in vain.
  update streaks s
  set read_days = s.read_days + days, last_interaction_at = greatest(s.last_interaction_at, at),
      earned_days = s.earned_days + s.given_days * days,
      earned_interaction_at = case when s.given_days is not null then greatest(s.earned_interaction_at, at) end
  where s.email = reader
  returning s.current_streak, s.max_streak into current_streak, max_streak;
  if found then
    return;
  end if;
  insert into streaks as s (email, read_days, last_interaction_at, since)
  values (reader, days, at, least(now(), (select a.created_at from accounts a where a.email = reader)))
  on conflict (email) do update
  set read_days = s.read_days + excluded.read_days,
      last_interaction_at = greatest(s.last_interaction_at, excluded.last_interaction_at),
      earned_days = s.earned_days + s.given_days * excluded.read_days,
      earned_interaction_at = case when s.given_days is not null then greatest(s.earned_interaction_at, at) end
  returning s.current_streak, s.max_streak into current_streak, max_streak;
end
$$;

create or replace function fill_hidden() returns trigger
language plpgsql as $$
begin
  perform lock_new_members_shared();
  new.hidden := exists (
    select from reader_profiles p where p.email = new.email and p.ranking_visibility = 'hidden'
  );
  return new;
end
$$;

create or replace function count_streak() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into streak_count_deltas
    select cell.current_streak, cell.max_streak, cell.quarter, cell.readers from (values
      (old.current_streak, old.max_streak, old.active_quarter, -1, old.hidden),
      (new.current_streak, new.max_streak, new.active_quarter, 1, new.hidden)
    ) as cell (current_streak, max_streak, quarter, readers, hidden)
    where not hidden;
  elsif tg_op = 'INSERT' and not new.hidden then
    insert into streak_count_deltas values (new.current_streak, new.max_streak, new.active_quarter, 1);
  elsif tg_op = 'DELETE' and not old.hidden then
    insert into streak_count_deltas values (old.current_streak, old.max_streak, old.active_quarter, -1);
  end if;
  return null;
end
$$;

-- Moves at most 250 000 deltas into the counts and returns how many; null if another process does.
-- After an import of millions of readings all of them would take longer than a statement may.
create or replace function fold_streak_counts(oldest integer) returns bigint language plpgsql as $$
declare
  moved bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold streak counts')) then
    return null;
  end if;
  with taken as (
    delete from streak_count_deltas
    where ctid = any (array(select ctid from streak_count_deltas limit 250000))
    returning *
  ), cells as materialized (
    select current_streak, max_streak, quarter, sum(readers) as readers from taken
    where quarter >= oldest group by 1, 2, 3
  ), counts as (
    insert into streak_counts as c
    select * from cells where readers <> 0 order by 1, 2, 3
    on conflict (current_streak, max_streak, quarter) do update set readers = c.readers + excluded.readers
  ), totals as (
    insert into streak_totals as t
    select current_streak, quarter, sum(readers) from cells group by 1, 2 having sum(readers) <> 0 order by 1, 2
    on conflict (current_streak, quarter) do update set readers = t.readers + excluded.readers
  ), blocks as (
    insert into streak_blocks as b
    select current_streak / 32, quarter, sum(readers) from cells group by 1, 2 having sum(readers) <> 0 order by 1, 2
    on conflict (block, quarter) do update set readers = b.readers + excluded.readers
  ), longest_blocks as (
    insert into streak_longest_blocks as l
    select current_streak, max_streak / 32, quarter, sum(readers) from cells
    group by 1, 2, 3 having sum(readers) <> 0 order by 1, 2, 3
    on conflict (current_streak, block, quarter) do update set readers = l.readers + excluded.readers
  )
  select count(*) into moved from taken;
  return moved;
end
$$;

-- The Monday of a day.
create or replace function week_of(day date) returns date
language sql immutable strict parallel safe as $$
  select date_trunc('week', day::timestamp)::date
$$;

-- Notes that a reader who first read in a week now reads in each week that has one of the days, or
-- no longer does. The runs of days are in their order.
create or replace function note_streak_weeks(days datemultirange, first_week date, change integer) returns void
language plpgsql as $$
declare
  run daterange;
  week date;
  noted date;
begin
  for run in select unnest(days) loop
    week := week_of(lower(run));
    if week = noted then
      week := week + 7;
    end if;
    while week < upper(run) loop
      insert into streak_week_deltas values (week, first_week, change);
      noted := week;
      week := week + 7;
    end loop;
  end loop;
end
$$;

create or replace function count_streak_days() returns trigger language plpgsql as $$
declare
  former datemultirange := '{}';
  present datemultirange := '{}';
  added datemultirange;
  former_first date;
  first date;
  week date;
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
  former_first := week_of(lower(former));
  first := week_of(lower(present));
  added := present - former;
  week := week_of(lower(added));
  if first = former_first and isempty(former - present) and upper(added) <= week + 7 then
    -- Nearly always: a day more.
    if not former && daterange(week, week + 7) then
      insert into streak_week_deltas values (week, first, 1);
    end if;
  else
    perform note_streak_weeks(former, former_first, -1);
    perform note_streak_weeks(present, first, 1);
  end if;
  return null;
end
$$;

-- Moves the deltas into the counts and returns how many there were; null if another process does. Runs that
-- ended before `oldest` are no longer read.
create or replace function fold_streak_days(oldest date) returns bigint language plpgsql as $$
declare
  moved bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold streak days')) then
    return null;
  end if;
  with taken as (
    delete from streak_day_deltas
    where ctid = any (array(select ctid from streak_day_deltas limit 250000))
    returning *
  ), counts as (
    insert into streak_days as d
    select day, streak, sum(readers) from taken where streak = 0 or day >= oldest
    group by 1, 2 having sum(readers) <> 0 order by 1, 2
    on conflict (day, streak) do update set readers = d.readers + excluded.readers
  ), taken_weeks as (
    delete from streak_week_deltas
    where ctid = any (array(select ctid from streak_week_deltas limit 250000))
    returning *
  ), weeks as (
    insert into streak_weeks as w
    select week, first_week, sum(readers) from taken_weeks
    where week in (select week from streak_weeks_counted)
    group by 1, 2 having sum(readers) <> 0 order by 1, 2
    on conflict (week, first_week) do update set readers = w.readers + excluded.readers
  )
  select count(*) into moved from taken;
  return moved;
end
$$;

create or replace trigger streaks_hidden_filled before insert on streaks
for each row execute function fill_hidden();

create or replace trigger streaks_counted after insert or delete on streaks
for each row execute function count_streak();

create or replace trigger streaks_recounted after update on streaks
for each row when (
  old.active_quarter <> new.active_quarter or old.current_streak <> new.current_streak
    or old.max_streak <> new.max_streak or old.hidden <> new.hidden
) execute function count_streak();

create or replace trigger streaks_days_counted after insert or delete on streaks for each row execute function count_streak_days();

create or replace trigger streaks_days_recounted after update on streaks for each row
when (old.read_days is distinct from new.read_days) execute function count_streak_days();
