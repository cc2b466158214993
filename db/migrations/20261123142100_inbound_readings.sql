-- Attempts to read mails that have begun and not ended. A mail that took the process with it twice is not read a third time.
create table inbound_readings (
  mail_hash text primary key,
  attempts integer not null,
  started_at timestamptz not null
);

alter table inbound_mails
  -- The Message-ID, which replies to the mail refer to.
  add column mail_id text,
  -- Whether the mail server vouches for the sender: forged mails do not count for the sender's hourly limit.
  add column verified boolean not null default false;
update inbound_mails set mail_id = dedupe_key where dedupe_key ~ '^<[^[:space:]<>]+>$' and length(dedupe_key) <= 502;
