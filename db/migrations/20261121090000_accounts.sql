-- Portuguese collation. PostgreSQL ships it with ICU; the embedded database has to be told of it.
do $$
begin
  if not exists (select from pg_collation where collname = 'pt-BR-x-icu') then
    create collation "pt-BR-x-icu" (provider = icu, locale = 'pt-BR');
  end if;
end
$$;

-- The authentication store's mirror: the last name seen for an e-mail. E-mails are stored in lower case so that
-- comparing them needs neither citext nor a function (joins cost 1.6 times as much with citext).
create table accounts (
  email text collate "C" primary key check (email = lower(email collate "C")),
  name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
