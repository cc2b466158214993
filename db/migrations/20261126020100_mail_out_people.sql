-- Finds what a person got as a copy, and what an agent sent.
create index concurrently if not exists ticket_messages_cc_idx on ticket_messages using gin (cc jsonb_path_ops) where cc <> '[]';
create index concurrently if not exists outbox_cc_idx on outbox using gin (cc jsonb_path_ops) where cc <> '[]';
create index concurrently if not exists outbox_sender_idx on outbox (sender_email) where sender_email is not null;
