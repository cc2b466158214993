-- Readers by blocks of 32 streaks and quarter, beside those by streak: a place among all is a sum of a few hundred rows, not of ten
-- thousand. Processes of the former version fold through the same function, so the blocks stay true beside them.
create table streak_blocks (
  -- current_streak / 32.
  block integer not null,
  quarter integer not null,
  readers bigint not null,
  primary key (block, quarter)
);
create table streak_longest_blocks (
  current_streak integer not null,
  -- max_streak / 32.
  block integer not null,
  quarter integer not null,
  readers bigint not null,
  primary key (current_streak, block, quarter)
);

create or replace function fold_streak_counts(oldest integer) returns bigint
language plpgsql as $$
declare
  moved bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold streak counts')) then
    return null;
  end if;
  with taken as (
    delete from streak_count_deltas returning *
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

-- No process folds between this and the commit.
select pg_advisory_xact_lock(hashtext('fold streak counts'));
insert into streak_blocks select current_streak / 32, quarter, sum(readers) from streak_totals group by 1, 2;
insert into streak_longest_blocks
select current_streak, max_streak / 32, quarter, sum(readers) from streak_counts group by 1, 2, 3;
