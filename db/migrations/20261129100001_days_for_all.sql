create table days_for_all (
  id integer primary key generated always as identity,
  day date not null,
  reason text not null,
  -- How many readers it was given to.
  readers integer not null default 0,
  -- False: readers are left to whom it is to be given, or from whom it is to be taken back.
  done boolean not null default false,
  created_at timestamptz not null,
  undone_at timestamptz
);

create unique index days_for_all_day_idx on days_for_all (day) where undone_at is null;

-- All three are null for a reader without a given day.
alter table streaks
  -- The days of days_for_all that the reader was given, also if they read or lost them later.
  add column given_days datemultirange,
  -- Of these days, the ones that are credited without it, too.
  add column earned_days datemultirange,
  -- The last activity without the given days.
  add column earned_interaction_at timestamptz;
