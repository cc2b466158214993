-- A reply that is sent later has no message yet: it is `content`, until its mail is due. `held_at`:
-- since when it waits for its author, because the reader wrote.
alter table outbox
  alter column message_id drop not null,
  add column content jsonb,
  add column held_at timestamptz;
