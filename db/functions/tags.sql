-- The lock that every change of the default tag waits for, before any other lock.
create or replace function lock_default_tag() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('tags.is_default'))
$$;

-- Makes a tag the only default one. The lock is a statement of its own, before the demotion: a transaction
-- that waited for it then sees the default tag that the former holder left. In one statement, nine racers in
-- ten fail on tags_default_key.
create or replace function make_default_tag(tag_id integer) returns void language plpgsql as $$
begin
  perform lock_default_tag();
  update tags set is_default = false, updated_at = now() where is_default and id <> tag_id;
  update tags set is_default = true, updated_at = now() where id = tag_id and not is_default;
end
$$;

-- Inserts a tag and returns its row, or no row if the name is taken; then the default tag stays what
-- it was.
create or replace function insert_tag(tag_name text, tag_color text, as_default boolean) returns setof tags language plpgsql as $$
declare
  new_id integer;
begin
  if as_default then
    perform lock_default_tag();
  end if;
  insert into tags (name, color) values (tag_name, tag_color) on conflict do nothing returning id into new_id;
  if new_id is null then
    return;
  end if;
  if as_default then
    perform make_default_tag(new_id);
  end if;
  return query select * from tags where id = new_id;
end
$$;
