-- `outside`: somebody to whom a message was forwarded wrote it, by mail; `folded` is what they
-- quoted. `notice`: what became of the note's mail or files.
alter table ticket_notes
  add column outside boolean not null default false,
  add column folded text,
  add column notice text;
