-- The hourly limit counts bounced mails too. Their status is not named here: the transaction that adds a value to an enum cannot use it.
create index if not exists outbox_attempt_idx on outbox (last_attempt_at) where last_attempt_at is not null;
drop index if exists outbox_left_idx;
