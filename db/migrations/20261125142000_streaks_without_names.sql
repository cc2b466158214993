-- Names come from accounts and profiles. Nothing reads the copy beside a streak; it locked streaks after group members, where crediting locks them
-- before. The former version still fills the column when it imports readings; a later release drops it.
drop trigger accounts_name_copied on accounts;
drop function copy_account_name();

create or replace function credit_reading(reader text, day date, at timestamptz, out current_streak integer, out max_streak integer)
language plpgsql as $$
declare
  days datemultirange := datemultirange(daterange(day, day, '[]'));
begin
  -- Nearly every reader is known already, and updating one is faster than inserting one in vain.
  update streaks s
  set read_days = s.read_days + days, last_interaction_at = greatest(s.last_interaction_at, at)
  where s.email = reader
  returning s.current_streak, s.max_streak into current_streak, max_streak;
  if found then
    return;
  end if;
  insert into streaks as s (email, read_days, last_interaction_at, since)
  values (reader, days, at, least(now(), (select a.created_at from accounts a where a.email = reader)))
  on conflict (email) do update
  set read_days = s.read_days + excluded.read_days,
      last_interaction_at = greatest(s.last_interaction_at, excluded.last_interaction_at)
  returning s.current_streak, s.max_streak into current_streak, max_streak;
end
$$;

-- As before, but streaks before group members, as crediting locks them.
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
