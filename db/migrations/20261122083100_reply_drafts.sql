create type draft_status as enum ('pending', 'approved', 'discarded');

-- Replies of the model that wait for an agent.
create table reply_drafts (
  id integer generated always as identity primary key,
  ticket_id integer not null references tickets (id) on delete cascade,
  -- The newest message when the draft was generated: a newer one makes a pending draft stale.
  last_message_id integer not null,
  -- As the model wrote it, and as agents edited it.
  generated_html text not null,
  html text not null,
  confidence double precision not null,
  -- [{"ticketId": 5, "score": 0.3}, …]
  sources jsonb not null,
  status draft_status not null default 'pending',
  -- The message of an approved draft.
  message_id integer unique references ticket_messages (id) on delete set null,
  -- Share of words that differ from the generated text, of an approved draft; 0 to 1.
  changed_share double precision,
  discard_reason text,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);

-- The queue of drafts, and the drafts of a ticket.
create index reply_drafts_pending_idx on reply_drafts (id desc) where status = 'pending';
create index reply_drafts_ticket_idx on reply_drafts (ticket_id, id);
-- The counts of a period.
create index reply_drafts_created_idx on reply_drafts (created_at);
