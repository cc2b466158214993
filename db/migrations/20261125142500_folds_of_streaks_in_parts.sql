-- As before, but at most 250 000 deltas at once: after an import of millions of readings all of them took longer than a statement may.
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
  )
  select count(*) into moved from taken;
  return moved;
end
$$;
