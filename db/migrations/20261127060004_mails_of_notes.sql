-- What became a note and not a message.
alter table inbound_mails add column note_id integer;
