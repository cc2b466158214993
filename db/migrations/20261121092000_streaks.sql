-- Length in days of the run that holds the last day of a set of days; 0 for none. (Plain SQL would be half as fast here.)
create function last_run(days datemultirange) returns integer
language plpgsql immutable strict parallel safe as $$
declare
  runs daterange[] := array(select unnest(days));
  latest daterange := runs[cardinality(runs)];
begin
  return coalesce(upper(latest) - lower(latest), 0);
end
$$;

-- Length in days of the longest run of a set of days; 0 for none.
create function longest_run(days datemultirange) returns integer
language plpgsql immutable strict parallel safe as $$
begin
  return coalesce((select max(upper(run) - lower(run)) from unnest(days) run), 0);
end
$$;

-- A reader's credited civil days (São Paulo), as a set of ranges: a million readers of 200 days each
-- take 0.3 GB, a row a day would take 13 GB. What follows from the days is generated, so it is true to them whoever writes.
create table streaks (
  email text collate "C" not null check (email = lower(email collate "C")),
  read_days datemultirange not null check (not isempty(read_days)),
  last_interaction_at timestamptz not null,
  -- When the reader was first known: their account's first moment, or the first credit where that came first.
  since timestamptz not null,
  -- The account's name, so that a big group's ranking has half as much to look up. Null where it was not known when the
  -- reader was first credited: then the account is asked.
  name text,
  current_streak integer not null generated always as (last_run(read_days)) stored,
  max_streak integer not null generated always as (longest_run(read_days)) stored,
  -- Which quarter of a day the last activity fell in, counted from 1970. One of the four begins at 08:00 UTC, which is
  -- 05:00 in São Paulo: the ranking made then looks back over whole quarters.
  active_quarter integer not null
    generated always as (floor((extract(epoch from last_interaction_at at time zone 'UTC') - 7200) / 21600)) stored,
  -- Grows with earlier `since`, so that the ranking's order is descending in all that it compares.
  seniority bigint not null
    generated always as ((extract(epoch from since at time zone 'UTC') * -1000000)::bigint) stored,
  -- The included columns let a group's ranking read this index alone.
  constraint streaks_pkey primary key (email) include (current_streak, max_streak, last_interaction_at, name)
);

-- The best of each quarter of a day, in the ranking's order: of each quarter of the last seven days the ranking reads a
-- hundred at most, however many readers there are, and however long the streaks of those who stopped.
create index streaks_ranking_idx on streaks
  (active_quarter, current_streak desc, max_streak desc, seniority desc, email) include (last_interaction_at);

-- Credits a civil day to a reader and notes the activity at a moment; in any order, and as often as one likes. Answers the
-- streaks that follow. Other statements may call it, such as the one that stores a passed quiz.
create function credit_reading(
  reader text, day date, at timestamptz,
  out current_streak integer, out max_streak integer
) language plpgsql as $$
declare
  days datemultirange := datemultirange(daterange(day, day, '[]'));
  account record;
begin
  -- Nearly every reader is known already, and updating one is faster than inserting one in vain.
  update streaks s
  set read_days = s.read_days + days, last_interaction_at = greatest(s.last_interaction_at, at)
  where s.email = reader
  returning s.current_streak, s.max_streak into current_streak, max_streak;
  if found then
    return;
  end if;
  -- Held until the end, so that no new name comes in between.
  select a.name, a.created_at into account from accounts a where a.email = reader for share;
  insert into streaks as s (email, read_days, last_interaction_at, since, name)
  values (reader, days, at, least(now(), account.created_at), account.name)
  on conflict (email) do update
  set read_days = s.read_days + excluded.read_days,
      last_interaction_at = greatest(s.last_interaction_at, excluded.last_interaction_at)
  returning s.current_streak, s.max_streak into current_streak, max_streak;
end
$$;

create function copy_account_name() returns trigger
language plpgsql as $$
begin
  update streaks set name = new.name where email = new.email and name is distinct from new.name;
  return null;
end
$$;
create trigger accounts_name_copied after insert or update of name on accounts
for each row when (new.name is not null) execute function copy_account_name();

-- Rankings read names from the index alone.
alter table accounts drop constraint accounts_pkey;
alter table accounts add constraint accounts_pkey primary key (email) include (name);
