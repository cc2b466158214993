-- Mail from readers. A row a mail: what was made of it, and the key that makes it happen once.
create table inbound_mails (
  id integer generated always as identity primary key,
  -- The Message-ID, or a hash of the mail if it has none.
  dedupe_key text not null unique,
  source text not null check (source in ('imap', 'gateway')),
  sender text,
  outcome text not null check (outcome in ('new-ticket', 'reply', 'ignored', 'quarantined')),
  reason text,
  ticket_id integer references tickets (id) on delete set null,
  message_id integer references ticket_messages (id) on delete set null,
  -- Attachments are stored after the message; a crash in between leaves this set.
  attachments_pending boolean not null default false,
  -- The mail itself, while it is in quarantine.
  raw bytea,
  received_at timestamptz not null
);
create index inbound_mails_outcome_idx on inbound_mails (outcome, id desc);
-- Counts a sender's latest tickets (mail loops) and finds a person's mails.
create index inbound_mails_sender_idx on inbound_mails (sender, received_at) where sender is not null;

-- How far each mailbox has been read.
create table inbound_positions (
  mailbox text primary key,
  uid_validity text not null,
  last_uid bigint not null,
  read_at timestamptz not null
);

-- Quoted history and signature of a message that came by mail, and a note for agents: refused attachments, a bounce.
alter table ticket_messages add column folded text, add column notice text;
-- The ticket that this one continues: its requester replied after it was closed.
alter table tickets add column follows_id integer references tickets (id) on delete set null;

alter type mail_status add value if not exists 'bounced';
