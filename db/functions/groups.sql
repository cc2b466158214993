-- A membership and the first streak (or account) of its reader may be inserted by two transactions that do
-- not see each other. A transaction that inserts a membership without finding both takes this lock
-- exclusively and looks again; one that inserts a streak or an account takes it shared. The second of the two
-- sees what the first committed.
create or replace function lock_new_members() returns void
language sql as $$ select pg_advisory_xact_lock(hashtext('new group members')) $$;

create or replace function lock_new_members_shared() returns void
language sql as $$ select pg_advisory_xact_lock_shared(hashtext('new group members')) $$;

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

create or replace function copy_streak_to_members() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update group_members set current_streak = 0, max_streak = 0, last_interaction = null where email = old.email;
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform lock_new_members_shared();
  end if;
  update group_members
  set current_streak = new.current_streak, max_streak = new.max_streak,
      last_interaction = floor(extract(epoch from new.last_interaction_at))
  where email = new.email;
  return null;
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

-- Locks streaks before group members, as crediting does.
create or replace function copy_profile() returns trigger language plpgsql as $$
declare
  reader text := case when tg_op = 'DELETE' then old.email else new.email end;
  chosen text := case when tg_op <> 'DELETE' then new.display_name end;
  visibility text := case when tg_op = 'DELETE' then 'public' else new.ranking_visibility end;
  account record;
begin
  perform lock_new_members();
  select a.name into account from accounts a where a.email = reader for share;
  update streaks set hidden = visibility = 'hidden' where email = reader and hidden <> (visibility = 'hidden');
  update group_members
  set name = coalesce(chosen, account.name), anonymous = visibility <> 'public' where email = reader;
  return null;
end
$$;

create or replace trigger group_members_filled before insert on group_members
for each row execute function fill_member_figures();

create or replace trigger streaks_copied after insert or delete or update of read_days, last_interaction_at on streaks
for each row execute function copy_streak_to_members();

create or replace trigger accounts_copied after insert or delete or update of name on accounts
for each row execute function copy_name_to_members();

create or replace trigger reader_profiles_copied after insert or update or delete on reader_profiles
for each row execute function copy_profile();
