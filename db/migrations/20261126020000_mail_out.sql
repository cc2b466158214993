-- What goes with a mail besides its message: copies, files, and the signature of who sent it.
-- `resolved_from`: the status that an undo gives back. `claims`: see db/functions/outbox.sql.
alter table outbox
  add column cc jsonb not null default '[]',
  add column attachment_ids integer[] not null default '{}',
  add column sender_email text collate "C",
  add column resolved_from ticket_status,
  add column claims integer not null default 0;
