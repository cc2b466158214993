-- What an agent is writing on a ticket. A row whose text was sent or discarded stays for its revision, so that a save of it that arrives late
-- is refused.
create table ticket_composing (
  ticket_id integer not null references tickets (id) on delete cascade,
  email text not null,
  html text,
  revision integer not null default 1,
  saved_at timestamptz not null,
  primary key (ticket_id, email)
);

-- Erasing an agent.
create index ticket_composing_email_idx on ticket_composing (email);

create trigger ticket_composing_revised before update on ticket_composing for each row execute function count_revision();

-- Who has a ticket open, until 30 seconds after seen_at. The table has a row for each open page, so it needs no further index.
create table ticket_presence (
  ticket_id integer not null references tickets (id) on delete cascade,
  email text not null,
  name text,
  state text not null check (state in ('viewing', 'typing')),
  seen_at timestamptz not null,
  primary key (ticket_id, email)
);

alter table quiz_drafts add column revision integer not null default 1;
create trigger quiz_drafts_revised before update on quiz_drafts for each row execute function count_revision();
