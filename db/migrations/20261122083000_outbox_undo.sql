-- Until then a pending mail is not sent and can be taken back with its message; null: sent at once.
alter table outbox add column undo_until timestamptz;
