-- What readers chose for themselves: the name that rankings show, and whether the public ranking shows them.
create table reader_profiles (
  email text collate "C" primary key check (email = lower(email collate "C")),
  -- Takes precedence over the account's name, which follows the authentication store.
  display_name text,
  ranking_visibility text not null default 'public' check (ranking_visibility in ('public', 'anonymous', 'hidden')),
  updated_at timestamptz not null
);
-- The net that rebuilds a cached ranking older than the latest change reads it.
create index reader_profiles_updated_idx on reader_profiles (updated_at desc);

-- Copies of what the profile says, kept true by the triggers below.
alter table streaks add column hidden boolean not null default false;
alter table group_members add column anonymous boolean not null default false;

create or replace function fill_member_figures() returns trigger
language plpgsql as $$
declare
  reader record;
  account record;
  profile record;
begin
  for attempt in 1..2 loop
    -- For share: a change under way is waited for, a later one updates this membership.
    select s.email, s.current_streak, s.max_streak, s.last_interaction_at into reader
      from streaks s where s.email = new.email for share;
    select a.email, a.name into account from accounts a where a.email = new.email for share;
    select p.email, p.display_name, p.ranking_visibility into profile
      from reader_profiles p where p.email = new.email for share;
    exit when attempt = 2
      or (reader.email is not null and account.email is not null and profile.email is not null);
    perform lock_new_members();
  end loop;
  new.current_streak := coalesce(reader.current_streak, 0);
  new.max_streak := coalesce(reader.max_streak, 0);
  new.last_interaction := floor(extract(epoch from reader.last_interaction_at));
  new.name := coalesce(profile.display_name, account.name);
  new.anonymous := coalesce(profile.ranking_visibility <> 'public', false);
  return new;
end
$$;

create or replace function copy_name_to_members() returns trigger
language plpgsql as $$
declare
  shown text := case when tg_op <> 'DELETE' then new.name end;
  reader text := case when tg_op = 'DELETE' then old.email else new.email end;
begin
  if tg_op = 'INSERT' then
    perform lock_new_members_shared();
  end if;
  update group_members m
  set name = coalesce((select p.display_name from reader_profiles p where p.email = reader), shown)
  where m.email = reader;
  return null;
end
$$;

create function copy_profile() returns trigger
language plpgsql as $$
declare
  reader text := case when tg_op = 'DELETE' then old.email else new.email end;
  chosen text := case when tg_op <> 'DELETE' then new.display_name end;
  visibility text := case when tg_op = 'DELETE' then 'public' else new.ranking_visibility end;
  account record;
begin
  perform lock_new_members();
  select a.name into account from accounts a where a.email = reader for share;
  update group_members
  set name = coalesce(chosen, account.name), anonymous = visibility <> 'public' where email = reader;
  update streaks set hidden = visibility = 'hidden' where email = reader and hidden <> (visibility = 'hidden');
  return null;
end
$$;
create trigger reader_profiles_copied after insert or update or delete on reader_profiles
for each row execute function copy_profile();

create function fill_hidden() returns trigger
language plpgsql as $$
begin
  perform lock_new_members_shared();
  new.hidden := exists (
    select from reader_profiles p where p.email = new.email and p.ranking_visibility = 'hidden'
  );
  return new;
end
$$;
create trigger streaks_hidden_filled before insert on streaks
for each row execute function fill_hidden();

-- How many readers have these streaks and were last active in this quarter of a day (see streaks.active_quarter). A place
-- among millions is a sum over the cells of the last seven days. Readers who are hidden from the ranking do not count.
create table streak_counts (
  current_streak integer not null,
  max_streak integer not null,
  quarter integer not null,
  readers bigint not null,
  primary key (current_streak, max_streak, quarter)
);
-- The same for all longest streaks together.
create table streak_totals (
  current_streak integer not null,
  quarter integer not null,
  readers bigint not null,
  primary key (current_streak, quarter)
);
-- What crediting changes, not yet folded into the counts: appending never waits for another reader. Whoever reads the counts
-- adds these.
create table streak_count_deltas (
  current_streak integer not null,
  max_streak integer not null,
  quarter integer not null,
  readers integer not null
);

create function count_streak() returns trigger
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
create trigger streaks_counted after insert or delete on streaks
for each row execute function count_streak();
create trigger streaks_recounted after update on streaks
for each row when (
  old.active_quarter <> new.active_quarter or old.current_streak <> new.current_streak
    or old.max_streak <> new.max_streak or old.hidden <> new.hidden
) execute function count_streak();

-- Moves the deltas into the counts, but for those of quarters before `oldest`, which nobody reads any more. Returns how many
-- deltas it took; null while another process folds.
create function fold_streak_counts(oldest integer) returns bigint
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
  )
  select count(*) into moved from taken;
  return moved;
end
$$;

insert into streak_counts select current_streak, max_streak, active_quarter, count(*) from streaks group by 1, 2, 3;
insert into streak_totals select current_streak, quarter, sum(readers) from streak_counts group by 1, 2;
-- Rows come and go every minute.
alter table streak_count_deltas set (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 5000);
