create type mail_status as enum ('pending', 'sending', 'sent', 'failed', 'unknown', 'dropped');

-- Mails that messages of tickets are to be sent as. A row is written in the transaction that writes its message, so that
-- neither is there without the other. The body is the message's.
create table outbox (
  id integer generated always as identity primary key,
  ticket_id integer not null references tickets (id) on delete cascade,
  -- One mail a message, whoever asks for it and how often.
  message_id integer not null unique references ticket_messages (id) on delete cascade,
  -- The Message-ID header, the same at every attempt: who receives a mail twice can tell.
  mail_id text not null unique,
  recipient text not null,
  recipient_name text,
  subject text not null,
  status mail_status not null default 'pending',
  attempts integer not null default 0,
  -- Of a pending mail: when it is due.
  due_at timestamptz not null,
  -- Of a mail being sent: when whoever sends it must be dead.
  lease_until timestamptz,
  last_attempt_at timestamptz,
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

-- What the retry job looks for, every minute.
create index outbox_pending_idx on outbox (due_at) where status = 'pending';
create index outbox_sending_idx on outbox (lease_until) where status = 'sending';
-- What the hourly cap counts, before every attempt.
create index outbox_left_idx on outbox (last_attempt_at) where status in ('sending', 'sent', 'unknown');
-- An operator's listing, and the former mails of a thread.
create index outbox_status_idx on outbox (status, id desc);
create index outbox_ticket_idx on outbox (ticket_id, id);
