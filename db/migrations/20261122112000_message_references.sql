-- Undo deletes a message, and a merge moves its mail: neither should read these tables whole.
create index inbound_mails_message_idx on inbound_mails (message_id) where message_id is not null;
create index batch_replies_message_idx on batch_replies (message_id) where message_id is not null;
