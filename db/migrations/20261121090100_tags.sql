create table tags (
  id integer generated always as identity primary key,
  name text not null,
  color text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A name is taken whatever its case.
create unique index tags_name_key on tags (lower(name collate "pt-BR-x-icu"));
-- At most one tag is the default one.
create unique index tags_default_key on tags (is_default) where is_default;

-- Makes a tag the only default one. The lock is a statement of its own, before the demotion: whoever waited for it
-- then sees the default tag that the former holder left. In one statement, nine racers in ten fail on tags_default_key.
create function make_default_tag(tag_id integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('tags.is_default'));
  update tags set is_default = false, updated_at = now() where is_default and id <> tag_id;
  update tags set is_default = true, updated_at = now() where id = tag_id and not is_default;
end
$$;

-- Inserts a tag and answers its row, or no row where the name is taken; then the default tag stays what it was.
create function insert_tag(tag_name text, tag_color text, as_default boolean) returns setof tags language plpgsql as $$
declare
  new_id integer;
begin
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
