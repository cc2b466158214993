-- A file that came with a note by mail: the reader is not shown it, also if the note is gone.
alter table attachments add column note_id integer;
