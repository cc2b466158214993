create table quick_replies (
  id integer generated always as identity primary key,
  title text not null,
  content text not null,
  category text not null,
  shortcut text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A shortcut is taken whatever its case.
create unique index quick_replies_shortcut_key on quick_replies (lower(shortcut collate "pt-BR-x-icu"));
create index quick_replies_category_idx on quick_replies (category);
