-- How many attachments of a mail are stored or refused. It grows in the transaction of each, so that none is stored twice, however many
-- processes finish the same mail.
alter table inbound_mails add column attachments_done integer not null default 0;
