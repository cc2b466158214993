-- Which reply a batch saved on a ticket, where the batch came with an idempotency key: its run after a crash finds here what the
-- run before it saved, and two runs at once save one reply.
create table batch_replies (
  -- Who asked, under which key, for what: a hash.
  batch text not null,
  ticket_id integer not null references tickets (id) on delete cascade,
  message_id integer not null references ticket_messages (id) on delete cascade,
  confidence double precision not null,
  created_at timestamptz not null default now(),
  primary key (batch, ticket_id)
);

create index batch_replies_created_idx on batch_replies (created_at);
