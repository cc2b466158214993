-- Attachment states get their usual names: pending (was arriving) and deleting (was leaving); quarantined is new.
-- This is the expand step. Processes of the former version keep writing the former names while they run beside newer ones,
-- so both stay valid, every reader treats both alike, and new writes use the new names. The former version never lists, serves or
-- removes a row in a state it does not know: it acts on 'ready', or on a lease that has expired.
-- Contract step, for the first release after no process of the former version can be running:
--   update attachments set state = 'pending' where state = 'arriving';
--   update attachments set state = 'deleting' where state = 'leaving';
--   then a new enum without the former names, and the default below.
-- The column's default stays 'arriving' until then: a value added here cannot be used in the transaction that adds it.
alter type attachment_state add value if not exists 'pending' after 'arriving';
alter type attachment_state add value if not exists 'deleting' after 'leaving';
alter type attachment_state add value if not exists 'quarantined' after 'ready';
