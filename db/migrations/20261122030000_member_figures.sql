-- A group's ranking reads one table: what it shows of a member stands beside the membership, and triggers keep it true.
alter table group_members
  add column current_streak integer not null default 0,
  add column max_streak integer not null default 0,
  -- Seconds since 1970; null without a streak.
  add column last_interaction bigint,
  add column name text;
-- Figures change daily and are in no index: with room in the page, such an update writes no index.
alter table group_members set (fillfactor = 80);

-- The groups of a reader, for the triggers below.
create index group_members_email_idx on group_members (email);
-- Rankings read a group a page at a time, in the order of joining.
create index group_members_order_idx on group_members (group_id, added);

-- A membership and the first streak (or account) of its reader may be inserted by two transactions that do not see each
-- other. Whoever inserts a membership without finding both takes this lock exclusively and looks again; whoever inserts a
-- streak or an account takes it shared. The second of the two sees what the first committed.
create function lock_new_members() returns void
language sql as $$ select pg_advisory_xact_lock(hashtext('new group members')) $$;
create function lock_new_members_shared() returns void
language sql as $$ select pg_advisory_xact_lock_shared(hashtext('new group members')) $$;

create function fill_member_figures() returns trigger
language plpgsql as $$
declare
  reader record;
  account record;
begin
  for attempt in 1..2 loop
    -- For share: a change under way is waited for, a later one updates this membership.
    select s.email, s.current_streak, s.max_streak, s.last_interaction_at into reader
      from streaks s where s.email = new.email for share;
    select a.email, a.name into account from accounts a where a.email = new.email for share;
    exit when attempt = 2 or (reader.email is not null and account.email is not null);
    perform lock_new_members();
  end loop;
  new.current_streak := coalesce(reader.current_streak, 0);
  new.max_streak := coalesce(reader.max_streak, 0);
  new.last_interaction := floor(extract(epoch from reader.last_interaction_at));
  new.name := account.name;
  return new;
end
$$;
create trigger group_members_filled before insert on group_members
for each row execute function fill_member_figures();

create function copy_streak_to_members() returns trigger
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
create trigger streaks_copied after insert or delete or update of read_days, last_interaction_at on streaks
for each row execute function copy_streak_to_members();

create function copy_name_to_members() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update group_members set name = null where email = old.email;
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform lock_new_members_shared();
  end if;
  update group_members set name = new.name where email = new.email and name is distinct from new.name;
  return null;
end
$$;
create trigger accounts_copied after insert or delete or update of name on accounts
for each row execute function copy_name_to_members();

update group_members m
set current_streak = coalesce(s.current_streak, 0), max_streak = coalesce(s.max_streak, 0),
    last_interaction = floor(extract(epoch from s.last_interaction_at)), name = a.name
from group_members self
left join streaks s on s.email = self.email
left join accounts a on a.email = self.email
where m.group_id = self.group_id and m.email = self.email;
