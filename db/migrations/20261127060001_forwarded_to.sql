-- To whom the message of a note was forwarded.
create table note_recipients (
  note_id integer not null references ticket_notes on delete cascade,
  email text collate "C" not null check (email = lower(email collate "C")),
  primary key (note_id, email)
);
-- What was forwarded to a person.
create index note_recipients_email_idx on note_recipients (email, note_id);
