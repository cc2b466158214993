-- Finds the mail of a forward, and what came with an answer to one.
create unique index concurrently if not exists outbox_note_idx on outbox (note_id) where note_id is not null;
create index concurrently if not exists attachments_note_idx on attachments (note_id) where note_id is not null;
create index concurrently if not exists inbound_mails_note_idx on inbound_mails (note_id) where note_id is not null;
