-- The mail of a forward has the note that says so in place of a message.
alter table outbox add column note_id integer;
