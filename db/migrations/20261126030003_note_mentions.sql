create table note_mentions (
  note_id integer not null references ticket_notes on delete cascade,
  email text collate "C" not null check (email = lower(email collate "C")),
  primary key (note_id, email)
);
-- The notes that mention a person.
create index note_mentions_email_idx on note_mentions (email, note_id);
