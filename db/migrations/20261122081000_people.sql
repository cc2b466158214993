-- Finding everything about one person must not scan: an index for each place that holds an e-mail.
create index if not exists attachments_uploader_idx on attachments (uploader_email, id) where uploader_email is not null;
create index if not exists outbox_recipient_idx on outbox (recipient, id);
create index if not exists quiz_attempts_email_idx on quiz_attempts (email, attempted_at desc);
create index if not exists group_members_email_idx on group_members (email);
create index if not exists groups_owner_idx on groups (owner_email);

-- A key belongs to a token's subject; its e-mail tells whose stored response it is.
alter table idempotency_keys add column caller_email text;
create index idempotency_keys_email_idx on idempotency_keys (caller_email) where caller_email is not null;
create index idempotency_keys_batch_idx on idempotency_keys (path) where path = '/support/fast-response/lote';

-- What was erased and when, without saying whose it was.
create table erasures (
  id uuid primary key,
  requested_at timestamptz not null,
  records jsonb not null
);
