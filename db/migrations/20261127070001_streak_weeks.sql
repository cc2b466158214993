-- How many readers read in a week, by the week in which they first read. The job
-- `fold-streak-counts` counts the weeks that are missing.
create table streak_weeks (
  week date not null,
  first_week date not null,
  readers bigint not null,
  primary key (week, first_week)
);

-- The weeks that streak_weeks has.
create table streak_weeks_counted (week date primary key);

-- What readings change: appended, as in streak_day_deltas.
create table streak_week_deltas (
  week date not null,
  first_week date not null,
  readers integer not null
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 5000);
