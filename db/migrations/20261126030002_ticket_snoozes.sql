-- A ticket that is not in the queue until a moment, or until its reader writes. A table of its own:
-- the queue is read from an index, and has few of these.
create table ticket_snoozes (
  ticket_id integer primary key references tickets on delete cascade,
  until timestamptz not null
);
-- Those whose moment came are removed.
create index ticket_snoozes_until_idx on ticket_snoozes (until);
